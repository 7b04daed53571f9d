import type { CapabilityCallContext, CapabilityDefinition } from "@pelorus/core";
import { McpError } from "../mcp-error.js";
import type { McpSettings } from "./client-options.js";
import { importTool } from "./import-tool.js";
import type { ToolList } from "./list-tools.js";
import type { McpEvent, SkippedTool } from "./mcp-event.js";
import { type McpTarget, targetLabel } from "./mcp-target.js";
import { openSession } from "./open-session.js";
import type { McpTransportKind } from "./opened-transport.js";
import { scopedSignal } from "./scoped-signal.js";
import type { Secrets } from "./secrets.js";
import type { McpSession } from "./session.js";
import { wordsOf } from "./session-failure.js";

/** Whether a server answers. `given_up` after its restarts were used up, `closed` by the application; both are final. */
export type McpStatus = "connected" | "restarting" | "given_up" | "closed";

const LONGEST_DELAY_MS = 30_000;
/** A session that lived so long was no failed attempt. */
const PROVEN_MS = 60_000;
const MAX_INSTRUCTIONS = 8_192;

/** What a server says of itself. */
export interface McpServerInfo {
  readonly name: string;
  readonly version: string;
  /** How to use it, in its own words; at most 8,192 characters. Nothing of it reaches a model by itself. */
  readonly instructions?: string;
}

/**
 * A connection to one MCP server. It survives the server: while the server is gone there are no tools, calls under way
 * fail, and it is started again with growing waits until its restarts are used up.
 */
export class McpConnection {
  readonly #target: McpTarget;
  readonly #settings: McpSettings;
  readonly #secrets: Secrets;
  /** Fires when the connection is closed. */
  readonly #closing = new AbortController();
  #session: McpSession | null = null;
  #status: McpStatus = "restarting";
  #restarts = 0;
  #attempts = 0;
  #waiters: { resolve(session: McpSession): void; reject(error: unknown): void }[] = [];
  #closed: Promise<void> | null = null;
  #info: McpServerInfo = { name: "", version: "" };
  /** Sessions that are being ended: `close` waits for them, too. */
  readonly #endings = new Set<Promise<void>>();

  constructor(target: McpTarget, settings: McpSettings, secrets: Secrets) {
    this.#target = target;
    this.#settings = settings;
    this.#secrets = secrets;
  }

  get status(): McpStatus {
    return this.#status;
  }

  /** What the option `name` calls the server, else what it calls itself. */
  get name(): string {
    return this.#settings.name ?? (this.#info.name === "" ? targetLabel(this.#target) : this.#info.name);
  }

  get server(): McpServerInfo {
    return this.#info;
  }

  /** The transport in use; null while there is no session. */
  get transport(): McpTransportKind | null {
    return this.#session?.opened.kind ?? null;
  }

  /** Process id of a server that was started; null over HTTP and while there is none. */
  get pid(): number | null {
    return this.#session?.opened.pid() ?? null;
  }

  /** Tools of the server that are not offered, and why. */
  get skipped(): readonly SkippedTool[] {
    return this.#session?.list.skipped ?? [];
  }

  /** The end of what the server wrote to stderr: at most 4,096 characters, without the values of `env`. */
  get stderr(): string {
    return this.#secrets.redact(this.#session?.opened.stderr() ?? "");
  }

  /**
   * The tools as capabilities, for `tools` of a run: a picture of the list as it is now, empty while the server is gone.
   * A run keeps the picture it was started with, so that its record replays without the server; what a server adds later
   * is offered to the next run, and a call of what it took away ends as an error of that call. With `prefix` the ids are
   * `<prefix>.<name>`, without the server's own names.
   */
  tools(options: { readonly prefix?: string } = {}): readonly CapabilityDefinition[] {
    const list = this.#session?.list;
    // POS-MCP-04
    if (this.#status !== "connected" || list === undefined) return [];
    const { overrides = {} } = this.#settings;
    return [...list.tools.values()].map((tool) =>
      importTool(tool, {
        prefix: options.prefix,
        version: this.#info.version === "" ? undefined : this.#info.version.slice(0, 64),
        override: Object.hasOwn(overrides, tool.name) ? overrides[tool.name] : undefined,
        execute: (args, context) => this.#call(tool.name, args, context),
      }),
    );
  }

  /** Resolves once the server is there. Rejects when it is given up or closed, or with the signal's reason. */
  async ready(options: { readonly signal?: AbortSignal } = {}): Promise<void> {
    await this.#current(options.signal ?? new AbortController().signal);
  }

  /** Ends the server, every call and every restart. Resolves when nothing is left; may be called again. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  /** Opens the first session. Called once, by `connectMcp`. */
  async open(): Promise<void> {
    const { signal } = this.#settings;
    signal?.throwIfAborted();
    const onAbort = () => void this.close();
    signal?.addEventListener("abort", onAbort, { once: true });
    this.#closing.signal.addEventListener("abort", () => signal?.removeEventListener("abort", onAbort), { once: true });
    try {
      this.#accept(await this.#openSession());
    } catch (error) {
      await this.close();
      signal?.throwIfAborted();
      throw error;
    }
  }

  async #call(name: string, args: Readonly<Record<string, unknown>>, context: CapabilityCallContext): Promise<unknown> {
    const session = await this.#current(context.signal);
    return session.call(name, args, context);
  }

  /** The session, or the next one: a call that falls between two of them waits. */
  #current(signal: AbortSignal): Promise<McpSession> {
    if (this.#status === "connected" && this.#session !== null) return Promise.resolve(this.#session);
    if (this.#status === "closed") return Promise.reject(this.#closedError());
    if (this.#status === "given_up") {
      return Promise.reject(new McpError("mcp_server_unavailable", `The MCP server ${this.name} was given up.`));
    }
    return new Promise((resolve, reject) => {
      const onAbort = (): void => settle(() => reject(signal.reason));
      const waiter = {
        resolve: (session: McpSession) => settle(() => resolve(session)),
        reject: (error: unknown) => settle(() => reject(error)),
      };
      const settle = (done: () => void): void => {
        signal.removeEventListener("abort", onAbort);
        this.#waiters = this.#waiters.filter((other) => other !== waiter);
        done();
      };
      this.#waiters.push(waiter);
      signal.addEventListener("abort", onAbort, { once: true });
      if (signal.aborted) onAbort();
    });
  }

  #openSession(): Promise<McpSession> {
    return openSession({
      target: this.#target,
      settings: this.#settings,
      secrets: this.#secrets,
      signal: this.#closing.signal,
      hooks: {
        onLost: (session, reason) => this.#onLost(session, reason),
        onListChanged: (session, before) => this.#onListChanged(session, before),
        onNoise: (reason) => this.#tell({ kind: "noise", server: this.name, reason }),
      },
    });
  }

  #accept(session: McpSession): void {
    const { client } = session;
    const said = client.getServerVersion();
    const instructions = client.getInstructions()?.slice(0, MAX_INSTRUCTIONS).toWellFormed();
    this.#session = session;
    this.#status = "connected";
    this.#info = {
      name: (said?.name ?? "").slice(0, 128),
      version: said?.version ?? "",
      ...(instructions === undefined ? {} : { instructions }),
    };
    const server = this.name;
    for (const { name, reason } of session.list.skipped) this.#tell({ kind: "tool_skipped", server, name, reason });
    this.#tell({ kind: "connected", server, tools: session.list.tools.size, restarts: this.#restarts });
    for (const waiter of [...this.#waiters]) waiter.resolve(session);
  }

  #onListChanged(session: McpSession, before: ToolList): void {
    if (session !== this.#session) return;
    const [old, now] = [before.tools, session.list.tools];
    const added = [...now.keys()].filter((name) => !old.has(name));
    const removed = [...old.keys()].filter((name) => !now.has(name));
    this.#tell({ kind: "tools_changed", server: this.name, added, removed });
  }

  #onLost(session: McpSession, reason: string): void {
    // A session that was never accepted is the business of who opened it.
    if (session !== this.#session || this.#status === "closed") return;
    this.#session = null;
    this.#status = "restarting";
    if (performance.now() - session.startedAt > PROVEN_MS) this.#attempts = 0;
    this.#tell({ kind: "unavailable", server: this.name, reason });
    const ending = session.close(new McpError("mcp_server_unavailable", reason)).then(() => {
      this.#endings.delete(ending);
    });
    this.#endings.add(ending);
    void this.#restart(ending);
  }

  async #restart(ended: Promise<void>): Promise<void> {
    const { restartAttempts, firstDelayMs } = this.#settings;
    let reason = "it ended";
    while (this.#attempts < restartAttempts) {
      this.#attempts++;
      const full = Math.min(LONGEST_DELAY_MS, firstDelayMs * 2 ** (this.#attempts - 1));
      // Many hosts lose a shared server at once; they should not come back at once.
      const delayMs = Math.round(full * (0.75 + Math.random() / 4));
      this.#tell({ kind: "restarting", server: this.name, attempt: this.#attempts, delayMs });
      await pause(delayMs, this.#closing.signal);
      await ended;
      if (this.#closing.signal.aborted) return;
      try {
        const session = await this.#openSession();
        if (this.#closing.signal.aborted) {
          await session.close(this.#closedError());
          return;
        }
        this.#restarts++;
        this.#accept(session);
        return;
      } catch (error) {
        if (this.#closing.signal.aborted) return;
        reason = wordsOf(error);
      }
    }
    this.#status = "given_up";
    const server = this.name;
    this.#tell({ kind: "given_up", server, reason });
    const error = new McpError("mcp_server_unavailable", `The MCP server ${server} was given up: ${reason}`);
    for (const waiter of [...this.#waiters]) waiter.reject(error);
  }

  async #close(): Promise<void> {
    const session = this.#session;
    const server = this.name;
    this.#status = "closed";
    this.#session = null;
    this.#closing.abort(this.#closedError());
    for (const waiter of [...this.#waiters]) waiter.reject(this.#closedError());
    await session?.close(this.#closedError());
    await Promise.all(this.#endings);
    this.#tell({ kind: "closed", server });
  }

  #closedError(): McpError {
    return new McpError("mcp_closed", `The connection to the MCP server ${this.name} was closed.`);
  }

  #tell(event: McpEvent): void {
    try {
      this.#settings.onEvent?.(event);
    } catch {
      // Whoever looks on does not change the connection.
    }
  }
}

/** Waits without keeping the process alive, or until the signal fires. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const scope = scopedSignal([signal]);
  try {
    if (scope.signal.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      timer.unref();
      scope.signal.addEventListener("abort", () => {
        clearTimeout(timer);
        resolve();
      });
    });
  } finally {
    scope.end();
  }
}
