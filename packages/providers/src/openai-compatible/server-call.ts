import type { Fetch } from "../wire/guarded-fetch.js";
import { type FailureContext, vendorFailure } from "../wire/provider-failure.js";

/** What every call to a server needs. */
export interface ServerAccess {
  readonly fetch: Fetch;
  readonly headers: Readonly<Record<string, string>>;
}

/** Posts JSON, or gets where there is no body. A status that is no success is thrown as what the server said. */
export async function callServer(
  access: ServerAccess,
  url: string,
  options: { readonly body?: unknown; readonly signal: AbortSignal; readonly context: FailureContext },
): Promise<Response> {
  const { body, signal, context } = options;
  const response = await access.fetch(withoutUser(url), {
    method: body === undefined ? "GET" : "POST",
    headers: {
      accept: "application/json",
      ...access.headers,
      ...userOf(url),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal,
  });
  if (response.ok) return response;
  const { status, headers } = response;
  const text = await response.text();
  throw vendorFailure({ status, headers, text, body: parsed(text) }, context);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** `fetch` refuses addresses with a user in them; the user goes where it belongs. */
function userOf(url: string): Record<string, string> {
  const { username, password } = new URL(url);
  if (username === "") return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(pair, "utf8").toString("base64")}` };
}

function withoutUser(url: string): string {
  const stripped = new URL(url);
  stripped.username = "";
  stripped.password = "";
  return stripped.href;
}
