/** Limits every adapter keeps on one reply; each can be set per model. */
export interface WireLimits {
  /** Longest silence between two pieces of a reply that has begun, in milliseconds. */
  readonly idleTimeoutMs: number;
  /** Most bytes of one reply, error bodies included. */
  readonly maxResponseBytes: number;
}

export const DEFAULT_WIRE_LIMITS: WireLimits = { idleTimeoutMs: 120_000, maxResponseBytes: 16 * 1024 * 1024 };

/** Longer timers overflow and fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The limits with what the caller set. A RangeError for what is no integer ≥ 1. */
export function wireLimits(options: {
  readonly idleTimeoutMs?: number | undefined;
  readonly maxResponseBytes?: number | undefined;
}): WireLimits {
  const { idleTimeoutMs = DEFAULT_WIRE_LIMITS.idleTimeoutMs, maxResponseBytes = DEFAULT_WIRE_LIMITS.maxResponseBytes } =
    options;
  for (const [name, value] of Object.entries({ idleTimeoutMs, maxResponseBytes })) {
    if (!Number.isSafeInteger(value) || value < 1) throw new RangeError(`${name} must be an integer of at least 1.`);
  }
  return { idleTimeoutMs: Math.min(idleTimeoutMs, MAX_TIMER_MS), maxResponseBytes };
}
