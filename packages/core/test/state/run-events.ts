import type { EventDataByKind, EventKind, RunEvent } from "../../src/contract/event.js";
import type { Decision, EstablishedFact } from "../../src/contract/state.js";

/** Numbers and stamps events as a run does. */
export class EventWriter {
  readonly events: RunEvent[] = [];
  readonly #runId: string;

  constructor(runId = "r_1") {
    this.#runId = runId;
  }

  emit<K extends EventKind>(kind: K, data: EventDataByKind[K]): this {
    const seq = this.events.length + 1;
    const at = new Date(Date.UTC(2026, 11, 1, 9, 0, seq)).toISOString();
    this.events.push({ seq, runId: this.#runId, at, lane: 0, kind, data } as unknown as RunEvent);
    return this;
  }

  start(request: string, windowNumber = 1, priorCsoHash?: string): this {
    return this.emit("run_started", {
      version: "1.0",
      sessionId: "s_1",
      request,
      requestDigest: "sha256:0",
      windowNumber,
      profile: "frontier",
      window: { tokens: 8192, source: "default" },
      ...(priorCsoHash === undefined ? {} : { priorCsoHash }),
      optionsDigest: "sha256:0",
    });
  }

  plan(...operations: EventDataByKind["intent_classified"]["operations"]): this {
    return this.emit("intent_classified", {
      operations,
      steps: operations.map((operation, at) => ({
        id: `s${at + 1}`,
        operation,
        assignment: `${operation.toLowerCase()} the lease ${at + 1}`,
        dependsOn: [],
        deliverable: at === operations.length - 1,
        implied: false,
        evidence: [],
      })),
      evidence: [],
      language: "en",
      confidence: 1,
      depth: "D2",
      depthMetadata: { renegotiated: false, renegotiationCount: 0, reason: "initial-proposal" },
      dropped: [],
    });
  }

  transition(
    stepId: string,
    operation: EventDataByKind["intent_classified"]["operations"][number],
    from: EventDataByKind["lifecycle_transitioned"]["from"],
    state: EventDataByKind["lifecycle_transitioned"]["state"],
  ): this {
    return this.emit("lifecycle_transitioned", {
      state,
      from,
      operation,
      operationIndex: Number(stepId.slice(1)) - 1,
      detail: "",
      timestamp: "2026-12-01T09:00:00.000Z",
      stepId,
      lane: 0,
      seq: this.events.length + 1,
    });
  }

  /** One whole step without tools, built on these facts and decisions. */
  step(
    stepId: string,
    operation: EventDataByKind["intent_classified"]["operations"][number],
    built: { factIds?: string[]; decisionIds?: string[]; outcome?: "done" | "failed" | "unverified" } = {},
  ): this {
    this.transition(stepId, operation, "INTEGRATED", "OPERATION_POSITIONED");
    this.emit("frame_positioned", {
      stepId,
      attempt: 1,
      sections: [],
      capabilityIds: [],
      rejected: [],
      factIds: built.factIds ?? [],
      decisionIds: built.decisionIds ?? [],
    });
    this.transition(stepId, operation, "OPERATION_POSITIONED", "OPERATION_VERIFIED");
    this.transition(stepId, operation, "OPERATION_VERIFIED", "INTEGRATED");
    return this.emit("step_integrated", {
      stepId,
      outcome: built.outcome ?? "done",
      outputDigest: `sha256:${stepId}`,
      avec: { stability: 1, friction: 0, logic: 0.9, autonomy: 1, psi: 2.9 },
    });
  }

  fact(factId: string, change: Partial<EstablishedFact> = {}): this {
    return this.emit("fact_established", factOf(factId, change));
  }

  decision(decisionId: string, change: Partial<Decision> = {}): this {
    return this.emit("decision_recorded", decisionOf(decisionId, change));
  }

  observation(callId: string, stepId: string, change: Partial<EventDataByKind["observation_recorded"]> = {}): this {
    return this.emit("observation_recorded", {
      callId,
      stepId,
      capabilityId: "lookup",
      factId: `f_obs_${callId}`,
      summary: "3 rows: id, due",
      ref: `blob:${"0".repeat(64)}`,
      digest: `sha256:${"0".repeat(64)}`,
      bytes: 1_000_000,
      timestamp: "2026-12-01T09:00:00.000Z",
      ...change,
    });
  }
}

export const factOf = (factId: string, change: Partial<EstablishedFact> = {}): EstablishedFact => ({
  factId,
  statement: `statement of ${factId}`,
  provenance: "CKF",
  provenanceRef: "context:1",
  confidence: 0.85,
  windowOrigin: 1,
  invalidated: false,
  ...change,
});

export const decisionOf = (decisionId: string, change: Partial<Decision> = {}): Decision => ({
  decisionId,
  choice: `choice of ${decisionId}`,
  rationale: "it fits",
  alternatives: [],
  dependsOn: [],
  revisable: true,
  windowOrigin: 1,
  provenance: "RUNTIME",
  provenanceRef: "r_1",
  ...change,
});
