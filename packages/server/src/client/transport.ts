import { ClientError } from "./client-error.js";

/** Address and credentials of a server. */
export interface TransportOptions {
  /** Where the server is; a path in front of its routes is kept. */
  readonly baseUrl: string | URL;
  readonly token?: string | (() => string | null);
  /** Default: the global one. */
  readonly fetch?: typeof fetch;
}

export interface Ask {
  readonly method?: "GET" | "POST";
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** Sends one request. Resolves with any answer that is no problem; rejects with `ClientError`, or the signal's reason. */
export type Transport = (path: string, ask?: Ask) => Promise<Response>;

export function transport(options: TransportOptions): Transport {
  const base = String(options.baseUrl).replace(/\/+$/, "");
  return async (path, ask = {}) => {
    const token = typeof options.token === "function" ? options.token() : options.token;
    const send = options.fetch ?? globalThis.fetch;
    let response: Response;
    try {
      response = await send(`${base}${path}`, {
        method: ask.method ?? "GET",
        headers: {
          ...(ask.body === undefined ? {} : { "Content-Type": "application/json" }),
          ...(token == null ? {} : { Authorization: `Bearer ${token}` }),
          ...ask.headers,
        },
        ...(ask.body === undefined ? {} : { body: JSON.stringify(ask.body) }),
        ...(ask.signal === undefined ? {} : { signal: ask.signal }),
        redirect: "error",
      });
    } catch (cause) {
      if (ask.signal?.aborted === true) throw ask.signal.reason;
      throw new ClientError({ code: "connection_failed", message: "The server could not be reached." }, { cause });
    }
    if (response.ok || response.status === 451) return response;
    throw await problemOf(response);
  };
}

/** The document of an answer. Rejects with `ClientError`: `response_unreadable` for what is none, else `connection_failed`. */
export async function documentOf<T>(response: Response): Promise<T> {
  try {
    return (await response.json()) as T;
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) {
      throw new ClientError(
        { code: "connection_failed", message: "The connection broke in the middle of the answer." },
        { cause },
      );
    }
    throw new ClientError(
      { code: "response_unreadable", message: "The answer is no JSON.", status: response.status },
      { cause },
    );
  }
}

async function problemOf(response: Response): Promise<ClientError> {
  const { status } = response;
  const problem = (await response.json().catch(() => null)) as Partial<Record<string, unknown>> | null;
  if (typeof problem?.code !== "string") {
    return new ClientError({ code: "response_unreadable", message: `The answer is ${status} and no problem.`, status });
  }
  return new ClientError({
    code: problem.code,
    message: String(problem.detail ?? problem.title),
    status,
    errors: Array.isArray(problem.errors) ? (problem.errors as ClientError["errors"]) : [],
  });
}
