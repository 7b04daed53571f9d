import { formatHeaders, type HeaderValues } from "@pelorus/core";
import type { ManagedRun, RunProgress, RunResult } from "../runs/index.js";

/** The `CRP-*` headers of a run: those of its result, or what its events tell so far. */
export function runHeaders(run: ManagedRun, result: RunResult | null): Record<string, string> {
  return result === null ? formatHeaders(valuesSoFar(run.progress())) : { ...result.headers };
}

function valuesSoFar(progress: RunProgress): HeaderValues {
  const planned = progress.steps.filter((step) => step.state !== "dropped");
  const current = planned.findLastIndex((step) => step.state !== "planned");
  const step = planned[current];
  return {
    ...(progress.operationState === undefined ? {} : { operationState: progress.operationState }),
    ...(planned.length === 0 ? {} : { stlOperations: planned.map(({ operation }) => operation) }),
    ...(step === undefined
      ? {}
      : {
          operationType: step.operation,
          operationCurrent: { operation: step.operation, position: current + 1, total: planned.length },
        }),
    ...(progress.depthProposed === undefined ? {} : { depthProposed: progress.depthProposed }),
    ...(progress.depth === undefined ? {} : { depthFinal: { depth: progress.depth } }),
  };
}
