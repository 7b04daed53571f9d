import type { CapabilityProfile, SafetyClass } from "../contract/capability.js";
import { CAPABILITY_PROFILES } from "../contract/capability.js";
import type { RunSettings } from "./run.js";
import type { RunOptions } from "./run-options.js";

/** Applies defaults and the governor's plan, which only ever lowers. `startedAt` is milliseconds since the epoch. */
export function resolveSettings(options: RunOptions, startedAt: number): RunSettings {
  const plan = options.governor?.assess();
  const profile = lower(options.profile ?? "frontier", plan?.profile);
  const deadlines = [
    ...(options.timeoutMs === undefined ? [] : [startedAt + options.timeoutMs]),
    ...(options.deadline === undefined ? [] : [new Date(options.deadline).getTime()]),
  ];
  return {
    profile,
    maxOperations: Math.min(options.maxOperations ?? 12, plan?.maxOperations ?? Number.POSITIVE_INFINITY),
    lanes: Math.min(options.lanes ?? plan?.toolConcurrency ?? 1, plan?.toolConcurrency ?? Number.POSITIVE_INFINITY),
    oversight: new Set<SafetyClass>(options.oversightRequired ?? ["human-oversight", "destructive"]),
    resourcePlan: plan ?? null,
    deadline: deadlines.length === 0 ? undefined : Math.min(...deadlines),
    toolTimeoutMs: options.toolTimeoutMs ?? 30_000,
    resultLimitBytes: options.resultLimitBytes ?? 1_048_576,
    retries: options.retries ?? 2,
    modelTimeoutMs: options.modelTimeoutMs ?? 600_000,
    onDenied: options.onDenied ?? "continue",
    onFailedChecks: options.onFailedChecks ?? "revise",
  };
}

function lower(asked: CapabilityProfile, allowed: CapabilityProfile | undefined): CapabilityProfile {
  if (allowed === undefined) return asked;
  return CAPABILITY_PROFILES.indexOf(asked) >= CAPABILITY_PROFILES.indexOf(allowed) ? asked : allowed;
}
