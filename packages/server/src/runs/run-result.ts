import type { PositionedResult } from "@pelorus/core";
import type { RunResult } from "./run-documents.js";

/** The data of a result whose run is over; absent instead of null, as the documents have it. */
export function runResultOf(result: PositionedResult): RunResult {
  return {
    runId: result.runId,
    sessionId: result.sessionId,
    status: result.status === "waiting" ? "halted" : result.status,
    text: result.text,
    operations: [...result.operations],
    steps: result.steps.map(({ reason, depth, verdict, outputDigest, ...step }) => ({
      ...step,
      ...(reason === null ? {} : { reason }),
      ...(depth === null ? {} : { depth }),
      ...(verdict === null ? {} : { verdict }),
      ...(outputDigest === null ? {} : { outputDigest }),
    })),
    depthProposed: result.depthProposed,
    depth: result.depth,
    renegotiations: result.renegotiations,
    frameTokensTotal: result.frameTokensTotal,
    injectionEquivalentTokens: result.injectionEquivalentTokens,
    observationCount: result.observationCount,
    continuationWindows: result.continuationWindows,
    ...(result.haltReason === null ? {} : { haltReason: result.haltReason }),
    ...(result.halt === null ? {} : { halt: result.halt }),
    pending: [...result.pending],
    dropped: [...result.dropped],
    uncertainties: [...result.uncertainties],
    usage: result.usage,
    ...(result.cost === null ? {} : { cost: result.cost }),
    ...(result.avec === null ? {} : { avec: result.avec }),
    headers: { ...result.headers },
    ...(result.error === null ? {} : { error: result.error }),
    state: result.cso.data,
  };
}
