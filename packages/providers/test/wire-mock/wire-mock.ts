import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { estimateBytes, exactCounter } from "./count-tokens.js";
import type { Dialect, Fault, IncomingCall, MockAnswer, MockRequest, MockServer } from "./mock-types.js";
import { sendReply } from "./send-reply.js";

export interface WireMockOptions {
  readonly dialect: Dialect;
  readonly key?: string;
  readonly window?: number;
  readonly model?: string;
  readonly answer?: (request: MockRequest) => MockAnswer | Promise<MockAnswer>;
}

/** A server on 127.0.0.1 that refuses what the vendor refuses and can break any reply. */
export interface WireMock {
  readonly origin: string;
  /** What a client takes as base URL. */
  readonly baseURL: string;
  /** Every call, checks passed or not, in order. */
  readonly calls: IncomingCall[];
  /** The calls that reached the model. */
  readonly requests: MockRequest[];
  /** Set to answer otherwise from now on. */
  answer: (request: MockRequest) => MockAnswer | Promise<MockAnswer>;
  /** The fault of the nth generation (from 1), or undefined for none. */
  fault: (n: number, request: MockRequest | null) => Fault | undefined;
  /** Replies that are neither whole nor given up by the client. */
  readonly openReplies: () => number;
  /** Sockets that are open now; clients keep some to use again. */
  readonly openSockets: () => number;
  /** Connections ever made. */
  readonly connections: () => number;
  close(): Promise<void>;
}

export async function startWireMock(options: WireMockOptions): Promise<WireMock> {
  const { dialect } = options;
  const state: MockServer = {
    key: options.key,
    window: options.window,
    model: options.model ?? "test-model",
    count: options.window === undefined ? estimateBytes : await exactCounter(),
  };
  const sockets = new Set<unknown>();
  const replies = new Set<ServerResponse>();
  let connections = 0;
  let generations = 0;
  const server = createServer((incoming, outgoing) => {
    replies.add(outgoing);
    outgoing.on("close", () => replies.delete(outgoing));
    respond(incoming, outgoing).catch((error: unknown) => {
      outgoing.statusCode = 599;
      outgoing.end(`the mock failed: ${String(error)}`);
    });
  });
  server.on("connection", (socket) => {
    connections++;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });

  async function respond(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const call = await readCall(incoming);
    mock.calls.push(call);
    const reaction = dialect.react(call, state);
    if (reaction === null) {
      outgoing.writeHead(404, { "content-type": "text/plain" }).end("404 page not found");
      return;
    }
    if (reaction.kind === "reply") {
      outgoing.writeHead(reaction.status, { "content-type": "application/json", ...reaction.headers });
      outgoing.end(JSON.stringify(reaction.body));
      return;
    }
    const { request, render } = reaction;
    mock.requests.push(request);
    const fault = mock.fault(++generations, request) ?? {};
    const answer = await mock.answer(request);
    const output = (answer.text ?? "") + (answer.reasoning ?? "") + JSON.stringify(answer.toolCalls ?? "");
    const usage =
      answer.usage === undefined
        ? { input: request.inputTokens, output: Math.max(1, state.count(output)) }
        : answer.usage;
    await sendReply(outgoing, render({ ...answer, usage }), fault, dialect.errorBody ?? plainError);
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const mock: WireMock = {
    origin,
    baseURL: origin + dialect.basePath,
    calls: [],
    requests: [],
    answer: options.answer ?? (() => ({ text: "The ferry leaves at nine." })),
    fault: () => undefined,
    openReplies: () => replies.size,
    openSockets: () => sockets.size,
    connections: () => connections,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
  return mock;
}

function plainError(status: number, message: string): unknown {
  return {
    error: { message, type: status >= 500 ? "server_error" : "invalid_request_error", param: null, code: null },
  };
}

async function readCall(incoming: IncomingMessage): Promise<IncomingCall> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
  return {
    method: incoming.method ?? "GET",
    path: (incoming.url ?? "/").replace(/\?.*$/, ""),
    headers,
    body: text === "" ? undefined : JSON.parse(text),
  };
}
