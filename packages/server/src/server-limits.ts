/** What a server bears; every member has a default. */
export interface ServerLimits {
  /** Bytes of a request body. */
  readonly bodyBytes: number;
  /** Milliseconds in which a body must have arrived. */
  readonly bodyTimeoutMs: number;
  /** Events kept of each run; who comes back after a longer time is given the run's status and what is kept. */
  readonly eventsPerRun: number;
  /** Open runs of one owner, waiting ones included. */
  readonly openRunsPerOwner: number;
  /** Open event streams of one owner, of all protocols together. */
  readonly streamsPerOwner: number;
  /** Finished runs kept for one owner, and milliseconds each is kept. */
  readonly finishedRunsPerOwner: number;
  readonly finishedRunMs: number;
  /** Idempotency keys kept for one owner, and milliseconds each is kept. */
  readonly idempotencyKeysPerOwner: number;
  readonly idempotencyKeyMs: number;
  /** Milliseconds from the start of a run to its deadline, the time it waits for people included. */
  readonly runMs: number;
  /** Milliseconds between comments of an event stream. */
  readonly heartbeatMs: number;
  /** Milliseconds a reader of a stream may leave what was sent unread. */
  readonly slowConsumerMs: number;
  /** Seconds a request may wait for a result (`Prefer: wait`). */
  readonly waitSeconds: number;
}

/** Limits that hold where none are stated. */
export const DEFAULT_LIMITS: ServerLimits = {
  bodyBytes: 1024 * 1024,
  bodyTimeoutMs: 10_000,
  eventsPerRun: 50_000,
  openRunsPerOwner: 50,
  streamsPerOwner: 1_000,
  finishedRunsPerOwner: 100,
  finishedRunMs: 3_600_000,
  idempotencyKeysPerOwner: 1_000,
  idempotencyKeyMs: 86_400_000,
  runMs: 3_600_000,
  heartbeatMs: 15_000,
  slowConsumerMs: 30_000,
  waitSeconds: 60,
};
