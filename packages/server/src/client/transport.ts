import { ClientError } from "./client-error.js";
import { delay } from "./delay.js";

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
  /**
   * True where sending it twice does what sending it once does: it is sent again when there is no answer, since a kept
   * connection may be closing just when it is used. Default: for GET.
   */
  readonly isRepeatable?: boolean;
}

/** Milliseconds before a request is sent again. */
const DELAYS_MS = [50, 250];

/** Sends one request. Resolves with any answer that is no problem; rejects with `ClientError`, or the signal's reason. */
export type Transport = (path: string, ask?: Ask) => Promise<Response>;

export function transport(options: TransportOptions): Transport {
  const base = String(options.baseUrl).replace(/\/+$/, "");
  return async (path, ask = {}) => {
    const token = typeof options.token === "function" ? options.token() : options.token;
    const send = options.fetch ?? globalThis.fetch;
    const init = {
      method: ask.method ?? "GET",
      headers: {
        ...(ask.body === undefined ? {} : { "Content-Type": "application/json" }),
        ...(token == null ? {} : { Authorization: `Bearer ${token}` }),
        ...ask.headers,
      },
      ...(ask.body === undefined ? {} : { body: JSON.stringify(ask.body) }),
      ...(ask.signal === undefined ? {} : { signal: ask.signal }),
      redirect: "error",
    } as const;
    const delays = (ask.isRepeatable ?? init.method === "GET") ? DELAYS_MS : [];
    const response = await answerTo(() => send(`${base}${path}`, init), delays, ask.signal);
    if (response.ok || response.status === 451) return response;
    throw await problemOf(response);
  };
}

/** Sends until there is an answer, at most once more for each delay. */
async function answerTo(
  send: () => Promise<Response>,
  delays: readonly number[],
  signal: AbortSignal | undefined,
): Promise<Response> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await send();
    } catch (cause) {
      if (signal?.aborted === true) throw signal.reason;
      const wait = delays[attempt];
      if (wait === undefined) {
        throw new ClientError({ code: "connection_failed", message: "The server could not be reached." }, { cause });
      }
      await delay(wait, signal);
    }
  }
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
