import { request } from "node:http";
import { connect } from "node:net";

export interface PlainAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** One request with exactly these headers: browsers and fetch would not send all of them. */
export function plainRequest(
  port: number,
  path: string,
  options: {
    readonly method?: string;
    readonly headers?: Record<string, string>;
    readonly body?: string | Uint8Array;
  } = {},
): Promise<PlainAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: "127.0.0.1", port, path, method: options.method ?? "GET", headers: options.headers ?? {}, agent: false },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (part: string) => {
          text += part;
        });
        response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
        response.on("error", reject);
      },
    );
    sent.on("error", reject);
    sent.end(options.body);
  });
}

/** Writes bytes to a socket, then more of them now and then; resolves with what came back when the server closes. */
export function rawExchange(
  port: number,
  head: string,
  trickle?: { readonly bytes: string; readonly everyMs: number },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(head));
    let text = "";
    const timer =
      trickle === undefined
        ? undefined
        : setInterval(() => {
            if (socket.writable) socket.write(trickle.bytes);
          }, trickle.everyMs);
    socket.setEncoding("utf8");
    socket.on("data", (part: string) => {
      text += part;
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      clearInterval(timer);
      resolve(text);
    });
    socket.setTimeout(20_000, () => {
      clearInterval(timer);
      socket.destroy();
      reject(new Error(`the server kept the connection; so far: ${text}`));
    });
  });
}
