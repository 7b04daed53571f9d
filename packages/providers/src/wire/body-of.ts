import { ModelCallError } from "@pelorus/core";

/** The body of a reply that is to be streamed. */
export function bodyOf(response: Response, vendor: string): ReadableStream<Uint8Array> {
  if (response.body === null) throw new ModelCallError(`${vendor} sent an empty stream.`, { isRetryable: true });
  return response.body;
}
