import type { ResourcePlan } from "../contract/policy.js";

/** What a machine has, as far as it is known. */
export interface MachineResources {
  /** Bytes; undefined, 0 or not a number when unknown. */
  readonly totalMemory: number | undefined;
  readonly cpuCount: number;
}

const GIGABYTE = 1e9;

/** Largest first; the first row a machine reaches is its plan, the last one is for every machine. */
const CLASSES = [
  { memory: 16 * GIGABYTE, cpus: 8, profile: "frontier", maxOperations: 12, toolConcurrency: 2 },
  { memory: 8 * GIGABYTE, cpus: 4, profile: "capable-local", maxOperations: 10, toolConcurrency: 1 },
  { memory: 0, cpus: 0, profile: "small-local", maxOperations: 6, toolConcurrency: 1 },
] as const;

/** What a machine of this size can bear. */
export function resourcePlan({ totalMemory, cpuCount }: MachineResources): ResourcePlan {
  const memory = totalMemory !== undefined && totalMemory > 0 ? totalMemory : null;
  const found = CLASSES.find((row) => (memory ?? 0) >= row.memory && cpuCount >= row.cpus) ?? CLASSES[2];
  const size = memory === null ? "memory unknown" : `${(memory / GIGABYTE).toFixed(1)} GB memory`;
  return {
    profile: found.profile,
    maxOperations: found.maxOperations,
    toolConcurrency: found.toolConcurrency,
    reason: `${size}, ${cpuCount} CPUs`,
  };
}
