import { sha256Digest } from "../contract/digest.js";
import type { HeaderValues } from "../lifecycle/headers/header-values.js";
import { operationPlanHeader } from "../lifecycle/operation-plan-header.js";
import { dependencyDepth } from "../state/dependency-depth.js";
import type { RunConclusion } from "./conclusion.js";
import type { Run } from "./run.js";

/** What a run's headers say (POS §16). */
export function headerValues(run: Run, conclusion: RunConclusion): HeaderValues {
  const last = run.machine.eventStream().at(-1);
  const positioned = run.plan.findLast((step) => run.steps.has(step.id));
  const state = run.fold.snapshot();
  const operations = run.plan.map((step) => step.operation);
  const { preservation } = run;
  const revised = state.decisions.filter((decision) => decision.revisedBy !== undefined);
  return {
    operationState: last?.state ?? run.machine.state,
    ...(positioned === undefined ? {} : { operationType: positioned.operation }),
    ...(operations.length === 0 ? {} : { operationPlan: operationPlanHeader(operations) }),
    capabilityProfile: run.settings.profile,
    ...(run.model.capabilities === undefined ? {} : { modelCapabilities: run.model.capabilities }),
    ...(run.toolSubset.length === 0 ? {} : { toolSubset: run.toolSubset }),
    executionMode: run.fabric === null && run.plan.length <= 1 ? "single-shot" : "positioned-tool-loop",
    ...(run.toolSubset.length === 0
      ? {}
      : { toolPositioningFrame: { capabilityIds: run.toolSubset, selectionReason: run.selectionReason } }),
    ...(conclusion.frame === null
      ? {}
      : { preventiveHalt: { kind: "frame", data: sha256Digest(JSON.stringify(conclusion.frame)).slice(7, 23) } }),
    ...(operations.length === 0 ? {} : { stlOperations: operations }),
    ...(positioned === undefined
      ? {}
      : {
          operationCurrent: {
            operation: positioned.operation,
            position: run.plan.indexOf(positioned) + 1,
            total: run.plan.length,
          },
        }),
    depthProposed: run.proposedDepth,
    depthFinal: {
      depth: run.depth,
      ...(run.lastDepthReason === null || run.depthMetadata.direction === undefined
        ? {}
        : { renegotiated: { direction: run.depthMetadata.direction, reason: run.lastDepthReason } }),
    },
    frameTokens: run.frameTokensTotal,
    goalCompassTokens: run.compassTokensTotal,
    ...(run.injection.total === 0
      ? {}
      : { frameVersusInject: Math.round((run.frameTokensTotal / run.injection.total) * 100) / 100 }),
    ...(preservation === null
      ? {}
      : {
          relayPreservation: {
            score: Math.round(preservation.score * 100) / 100,
            ...(preservation.repaired === 0 ? {} : { repaired: preservation.repaired }),
          },
        }),
    relayRevisions: revised.length,
    ...(revised.length === 0 ? {} : { relayRevisionTarget: revised.at(-1)?.decisionId ?? "" }),
    relayCsoFacts: state.establishedFacts.length,
    relayCsoDecisions: state.decisions.length,
    relayDependencyDepth: dependencyDepth(state),
    toolObservationCount: state.toolObservations.length,
    ...(run.continuationWindows === 0 ? {} : { continuationWindows: run.continuationWindows }),
    ...(run.settings.resourcePlan === null ? {} : { resourcePlan: run.settings.resourcePlan }),
    ...(run.openQuestions.length === 0
      ? {}
      : { clarification: { candidates: run.openQuestions.length, reason: run.openQuestions[0] ?? "" } }),
  };
}
