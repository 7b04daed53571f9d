import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { CapabilityCallContext } from "@pelorus/core";
import { McpError } from "../mcp-error.js";
import type { ActiveCall } from "./answer-elicitation.js";
import type { McpSettings } from "./client-options.js";
import { listTools, type ToolList } from "./list-tools.js";
import type { Sdk } from "./load-sdk.js";
import type { OpenedTransport } from "./opened-transport.js";
import { readResult } from "./read-result.js";
import { scopedSignal } from "./scoped-signal.js";
import { failureOf, unavailable, wordsOf } from "./session-failure.js";

/** Milliseconds a server has to show that it is still there. */
const PING_MS = 5_000;
/** What is no message of the protocol is told so often per process of the server. */
const MAX_NOISE = 10;

export interface SessionHooks {
  onLost(session: McpSession, reason: string): void;
  onListChanged(session: McpSession, before: ToolList): void;
  onNoise(reason: string): void;
}

/** One process or HTTP session of a server, from its handshake to its end. */
export class McpSession {
  readonly client: Client;
  readonly opened: OpenedTransport;
  readonly calls = new Set<ActiveCall>();
  readonly startedAt = performance.now();
  readonly #label: string;
  readonly #sdk: Sdk;
  readonly #settings: McpSettings;
  readonly #redact: (text: string) => string;
  readonly #hooks: SessionHooks;
  /** Aborted when the session ends: nobody waits for what cannot come. */
  readonly #end = new AbortController();
  /** One per call under way. */
  readonly #stops = new Set<AbortController>();
  #list: ToolList = { tools: new Map(), skipped: [] };
  #ended: McpError | null = null;
  #noise = 0;
  #refreshing: Promise<void> | null = null;
  #stale = false;
  #checking = false;

  constructor(fields: {
    readonly client: Client;
    readonly opened: OpenedTransport;
    /** What the server is called until it says its name. */
    readonly label: string;
    readonly sdk: Sdk;
    readonly settings: McpSettings;
    readonly redact: (text: string) => string;
    readonly hooks: SessionHooks;
  }) {
    this.client = fields.client;
    this.opened = fields.opened;
    this.#label = fields.label;
    this.#sdk = fields.sdk;
    this.#settings = fields.settings;
    this.#redact = fields.redact;
    this.#hooks = fields.hooks;
  }

  get list(): ToolList {
    return this.#list;
  }

  /** What messages call the server. */
  get label(): string {
    const { name } = this.#settings;
    return name ?? (this.client.getServerVersion()?.name.slice(0, 128) || this.#label);
  }

  /** Follows the server from here on: its end, its errors, changes of its list. */
  async begin(signal: AbortSignal): Promise<void> {
    const { client } = this;
    this.#list = await this.#listTools(signal);
    client.setNotificationHandler(this.#sdk.ToolListChangedNotificationSchema, () => {
      void this.#refresh();
    });
  }

  /** Called by the transport's owner. */
  noteClosed(): void {
    this.#lose("it ended");
  }

  noteError(error: unknown): void {
    const words = wordsOf(error);
    // What belongs to a call that has ended comes too late to matter.
    if (/unknown (?:token|message ID)/.test(words)) return;
    if (this.opened.kind === "stdio") {
      if (/maximum size/i.test(words)) this.endWith(this.overflow());
      else if (++this.#noise <= MAX_NOISE) this.#hooks.onNoise(this.#redact(words.slice(0, 300)));
      return;
    }
    void this.#check();
  }

  /** The error of a message that is larger than the connection takes; it ends what waits for it. */
  overflow(): McpError {
    const limit = this.#settings.maximumMessageBytes;
    return new McpError("mcp_result_too_large", `${this.label} sent a message of more than ${limit} bytes.`);
  }

  /** Fails every call under way with this error. Over HTTP the session goes on; over stdio its place in the stream is lost. */
  endWith(error: McpError): void {
    for (const stop of this.#stops) stop.abort(error);
    if (this.opened.kind === "stdio") this.#lose(error.message);
  }

  /** Runs a tool and gives what its observation holds. */
  async call(
    toolName: string,
    args: Readonly<Record<string, unknown>>,
    context: CapabilityCallContext,
  ): Promise<unknown> {
    // POS-MCP-03: the run's picture may be older than the list.
    if (!this.#list.tools.has(toolName)) {
      throw new McpError("mcp_tool_gone", `${this.label} no longer offers ${JSON.stringify(toolName)}.`);
    }
    const { callTimeoutMs, totalTimeoutMs, onMedia } = this.#settings;
    const active: ActiveCall = { toolName, context };
    const stop = new AbortController();
    const scope = scopedSignal([context.signal, this.#end.signal, stop.signal]);
    this.calls.add(active);
    this.#stops.add(stop);
    try {
      const result = await this.client.request(
        { method: "tools/call", params: { name: toolName, arguments: { ...args } } },
        this.#sdk.ResultSchema,
        {
          signal: scope.signal,
          timeout: callTimeoutMs,
          resetTimeoutOnProgress: true,
          maxTotalTimeout: totalTimeoutMs,
          onprogress: ({ progress, total, message }) =>
            context.reportProgress({
              ...(total !== undefined && total > 0 ? { fraction: Math.min(1, Math.max(0, progress / total)) } : {}),
              ...(message === undefined ? {} : { message: this.#redact(message.slice(0, 500)) }),
            }),
        },
      );
      return readResult(result, (block) => {
        try {
          onMedia?.({ ...block, toolName, callId: context.callId });
        } catch {
          // Whoever looks on does not change the call.
        }
      });
    } catch (thrown) {
      if (stop.signal.aborted) throw stop.signal.reason;
      const failure = failureOf(thrown, {
        sdk: this.#sdk,
        label: this.label,
        signal: context.signal,
        redact: this.#redact,
        ended: this.#ended,
      });
      if (failure.lost) this.#lose(wordsOf(failure.error));
      throw failure.error;
    } finally {
      scope.end();
      this.calls.delete(active);
      this.#stops.delete(stop);
    }
  }

  /** Ends the session and everything that waits for it. Never rejects. */
  async close(reason: McpError): Promise<void> {
    this.#ended ??= reason;
    this.#end.abort(reason);
    await this.opened.close();
  }

  #lose(reason: string): void {
    if (this.#end.signal.aborted) return;
    this.#ended ??= unavailable(this.label, reason);
    this.#end.abort(this.#ended);
    this.#hooks.onLost(this, reason);
  }

  /** Over HTTP an error may mean anything: a server that still answers is still there. */
  async #check(): Promise<void> {
    if (this.#checking || this.#end.signal.aborted) return;
    this.#checking = true;
    const scope = scopedSignal([this.#end.signal], PING_MS);
    try {
      await this.client.ping({ signal: scope.signal, timeout: PING_MS });
    } catch (error) {
      // A server that knows no ping is still one that answers.
      const answers = error instanceof this.#sdk.ProtocolError && error.code === this.#sdk.ErrorCode.MethodNotFound;
      if (!answers) this.#lose(this.#redact(wordsOf(error)));
    } finally {
      scope.end();
      this.#checking = false;
    }
  }

  /** One refresh at a time; a change during one starts another after it. */
  #refresh(): Promise<void> {
    this.#stale = true;
    this.#refreshing ??= (async () => {
      while (this.#stale && !this.#end.signal.aborted) {
        this.#stale = false;
        try {
          const before = this.#list;
          this.#list = await this.#listTools(this.#end.signal);
          this.#hooks.onListChanged(this, before);
        } catch (error) {
          this.#hooks.onNoise(this.#redact(`the changed list of tools could not be read: ${wordsOf(error)}`));
        }
      }
      this.#refreshing = null;
    })();
    return this.#refreshing;
  }

  async #listTools(signal: AbortSignal): Promise<ToolList> {
    const { connectTimeoutMs, include } = this.#settings;
    const scope = scopedSignal([signal], connectTimeoutMs);
    try {
      return await listTools(this.client, this.#sdk, { include, signal: scope.signal, timeoutMs: connectTimeoutMs });
    } finally {
      scope.end();
    }
  }
}
