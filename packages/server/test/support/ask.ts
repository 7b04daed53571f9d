import { createHandler, type Handler, type ServerOptions } from "../../src/index.js";

const BASE = "http://127.0.0.1:8080";

/** What a handler answered, read whole. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into documents of all kinds
  readonly json: any;
}

export interface AskOptions {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** A handler without a socket, and how to ask it. */
export function handlerFor(options: ServerOptions): {
  readonly handler: Handler;
  ask(path: string, options?: AskOptions): Promise<Answer>;
  raw(path: string, options?: AskOptions & { readonly signal?: AbortSignal }): Promise<Response>;
} {
  const handler = createHandler(options);
  const raw = (path: string, asked: AskOptions & { readonly signal?: AbortSignal } = {}) =>
    handler.fetch(
      new Request(`${BASE}${path}`, {
        method: asked.method ?? (asked.body === undefined ? "GET" : "POST"),
        headers: {
          ...(asked.body === undefined ? {} : { "content-type": "application/json" }),
          ...asked.headers,
        },
        ...(asked.body === undefined
          ? {}
          : { body: typeof asked.body === "string" ? asked.body : JSON.stringify(asked.body) }),
        ...(asked.signal === undefined ? {} : { signal: asked.signal }),
      }),
    );
  return {
    handler,
    raw,
    async ask(path, asked) {
      const response = await raw(path, asked);
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, json: parse(text) };
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
