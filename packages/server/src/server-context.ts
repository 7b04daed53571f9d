import type { RunOptions } from "@pelorus/core";
import type { Context } from "hono";
import type { z } from "zod";
import type { ManagedRun, RecordedTurn, RunRegistry } from "./runs/index.js";
import type { ServerLimits } from "./server-limits.js";
import type { CursorSource } from "./sse/index.js";

/** What handlers find on a request: the owner the caller was recognised as. */
export interface ServerEnv {
  Variables: { owner: string };
}

/** What a caller may ask of a run; the server's own options stand above it. */
export interface StartRequest {
  readonly request: string;
  /** Options of this one run; they win over the server's. */
  readonly overrides?: Partial<RunOptions>;
  /** Tools the caller brings; they stand beside the server's. */
  readonly tools?: NonNullable<RunOptions["tools"]>;
  /** A finished run of the same owner whose state this one goes on from. */
  readonly continues?: string;
  /** The turn of a conversation that the run of this id answers; it is kept beside the record. */
  readonly turn?: (runId: string) => RecordedTurn;
}

/** What the routes of a protocol work with. */
export interface ServerContext {
  readonly registry: RunRegistry;
  readonly limits: ServerLimits;
  readonly cursors: CursorSource;
  /**
   * Starts a run for the caller with the server's options, narrowed by the request's `CRP-*` headers and given a deadline,
   * so that every run ends. Rejects with `ServerError` and the core's errors.
   */
  start(c: Context<ServerEnv>, start: StartRequest): Promise<ManagedRun>;
  /**
   * Starts a run as `start` does, or gives the one that the caller has started with this key before. `asked` is everything
   * the run depends on. Rejects with `ServerError` as well: `idempotency_key_reused`, `run_unknown` for a run that was
   * forgotten since.
   */
  startOnce(c: Context<ServerEnv>, key: string, asked: unknown, start: StartRequest): Promise<ManagedRun>;
  /** The caller's run. Rejects with `ServerError` (`run_unknown`), the same for what is not there and what is not theirs. */
  run(c: Context<ServerEnv>, runId: string): Promise<ManagedRun>;
  /**
   * The JSON body, within the limits of size and time, checked by a schema; `absent` stands for a body that is empty.
   * Rejects with `ServerError` (`body_…`).
   */
  readBody<T>(c: Context<ServerEnv>, schema: z.ZodType<T>, absent?: T): Promise<T>;
  /**
   * A stream of server-sent events from texts of whole frames (`formatFrame`), with heartbeats; slow readers are dropped.
   * `begin` is called when the caller may have one more stream, and makes its source. Rejects with `ServerError`
   * (`too_many_streams`) before anything has begun, and with what `begin` rejects with.
   */
  stream(
    c: Context<ServerEnv>,
    begin: () => FrameSource | Promise<FrameSource>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Response>;
}

/** Texts of whole frames. The signal says that the reader left: stop the source, not the run. */
export type FrameSource = (signal: AbortSignal) => AsyncIterable<string>;
