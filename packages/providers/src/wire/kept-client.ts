/**
 * A vendor's client, loaded at the first call and kept. A failure is not kept: a key or package that was missing may be
 * there the next time.
 */
export function keptClient<Client>(load: () => Promise<Client>): () => Promise<Client> {
  let client: Promise<Client> | undefined;
  return () => {
    client ??= load().catch((error: unknown) => {
      client = undefined;
      throw error;
    });
    return client;
  };
}
