import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";

interface HttpSession {
  readonly server: Server;
  readonly transport: StreamableHTTPServerTransport;
  lastUsed: number;
  /** Requests and streams that are open: their client is there. */
  open: number;
}

const MAX_SESSIONS = 256;
const IDLE_MS = 60 * 60 * 1_000;
const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** The clients of a server over Streamable HTTP, each with a transport of its own. */
export class HttpSessions {
  readonly #open: () => Promise<Server>;
  readonly #sessions = new Map<string, HttpSession>();

  constructor(open: () => Promise<Server>) {
    this.#open = open;
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const id = request.headers["mcp-session-id"];
    if (typeof id === "string") {
      const session = this.#sessions.get(id);
      // The protocol's sign to begin anew.
      if (session === undefined) return refuse(response, 404, -32001, "Session not found");
      use(session, response);
      return session.transport.handleRequest(request, response);
    }
    if (request.method !== "POST") return refuse(response, 400, -32000, "Begin with an initialize request");
    return this.#begin(request, response);
  }

  async close(): Promise<void> {
    const sessions = [...this.#sessions.values()];
    this.#sessions.clear();
    await Promise.allSettled(sessions.map(({ server }) => server.close()));
  }

  async #begin(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { StreamableHTTPServerTransport } = await import("@modelcontextprotocol/sdk/server/streamableHttp.js");
    const server = await this.#open();
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize: MAX_BODY_BYTES,
      onsessioninitialized: (id) => {
        this.#makeRoom();
        const session = { server, transport, lastUsed: Date.now(), open: 0 };
        use(session, response);
        this.#sessions.set(id, session);
      },
      onsessionclosed: (id) => {
        this.#sessions.delete(id);
      },
    });
    await server.connect(transport);
    await transport.handleRequest(request, response);
    // What was no initialize request has made no session.
    if (transport.sessionId === undefined) await server.close();
  }

  /** Nobody says goodbye when a laptop is closed: the idle go, and when there is no room the longest idle. */
  #makeRoom(): void {
    const idle = [...this.#sessions].filter(([, { open }]) => open === 0);
    const byAge = idle.sort(([, left], [, right]) => left.lastUsed - right.lastUsed);
    for (const [id, { server, lastUsed }] of byAge) {
      if (Date.now() - lastUsed < IDLE_MS && this.#sessions.size < MAX_SESSIONS) return;
      this.#sessions.delete(id);
      server.close().catch(() => {});
    }
  }
}

function use(session: HttpSession, response: ServerResponse): void {
  session.open++;
  response.once("close", () => {
    session.open--;
    session.lastUsed = Date.now();
  });
}

/** Answers with an error of the protocol that belongs to no request. */
export function refuse(response: ServerResponse, status: number, code: number, message: string): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify({ jsonrpc: "2.0", error: { code, message }, id: null }));
}
