import { availableParallelism, totalmem } from "node:os";
import type { ResourceGovernor } from "../contract/policy.js";
import { resourcePlan } from "./resource-plan.js";

/** A governor that reads the operating system each time it is asked; a container's own memory limit counts. */
export function systemGovernor(): ResourceGovernor {
  return {
    assess: () => resourcePlan({ totalMemory: memoryForUs(), cpuCount: availableParallelism() }),
  };
}

function memoryForUs(): number {
  const total = totalmem();
  const limit = process.constrainedMemory();
  return limit > 0 && limit < total ? limit : total;
}
