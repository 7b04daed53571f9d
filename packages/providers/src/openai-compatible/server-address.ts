/** Where a server is asked. */
export interface ServerAddress {
  /** Of Chat Completions, without a slash at the end: `http://localhost:11434/v1`. */
  readonly api: string;
  /** Of everything the server offers beside them: `http://localhost:11434`. */
  readonly root: string;
  /** As it is named to people: without user and password. */
  readonly label: string;
}

/** Reads a base URL, with or without `/v1`. A TypeError for what is no http address. */
export function serverAddress(baseURL: string): ServerAddress {
  const url = URL.canParse(baseURL) ? new URL(baseURL) : undefined;
  if (url === undefined || (url.protocol !== "http:" && url.protocol !== "https:")) {
    throw new TypeError("baseURL must be an http or https address, such as http://localhost:11434/v1.");
  }
  const credentials = url.username === "" ? "" : `${url.username}${url.password === "" ? "" : `:${url.password}`}@`;
  const path = url.pathname.replace(/\/{1,16}$/, "");
  const base = `${url.protocol}//${credentials}${url.host}`;
  const rootPath = path.replace(/\/v\d{1,2}$/, "");
  return {
    api: base + (rootPath === path ? `${path}/v1` : path),
    root: base + rootPath,
    label: `The server at ${url.origin}`,
  };
}
