import { type InboundOverrides, PolicyContext, type RunOptions } from "@pelorus/core";

/** Options with what a caller's headers take away, and with a deadline no later than `runMs` from now. */
export function narrowOptions(options: RunOptions, inbound: InboundOverrides, runMs: number): RunOptions {
  const { policy, timeoutMs, profile } = inbound;
  const times = [runMs, options.timeoutMs, timeoutMs].filter((time) => time !== undefined);
  return {
    ...options,
    // Every run ends, also one that waits for people who never answer.
    timeoutMs: Math.min(...times),
    ...(profile === undefined ? {} : { profile }),
    ...(Object.keys(policy).length === 0
      ? {}
      : { policy: PolicyContext.from(options.policy as PolicyContext).narrowWith(policy) }),
  };
}
