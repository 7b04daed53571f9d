import { sha256Digest } from "../contract/digest.js";
import type { EventDataByKind, RunEvent } from "../contract/event.js";
import type { CognitiveStateData, Decision, EstablishedFact } from "../contract/state.js";
import { clipText, STATE_TEXT_LIMITS } from "./clip-text.js";
import { type PromptContextOptions, promptContext, questionWithRequestId } from "./prompt-context.js";
import { isCarriedStep } from "./relay.js";
import { SharedList } from "./shared-list.js";

type OperationReference = CognitiveStateData["pendingOperations"][number];

/**
 * Folds events into a cognitive state, in constant time an event. It remembers nothing that the state itself does not
 * say: a fold that starts from a snapshot goes on exactly like the one the snapshot was taken of (POS-CSO-04).
 */
export class StateFold {
  #head: Pick<CognitiveStateData, "csoId" | "windowNumber" | "priorCsoHash" | "createdAt" | "csoHmac">;
  #recordHead: CognitiveStateData["recordHead"];
  /** The node recorded last; `#recordHead` is made of it when a snapshot is taken. */
  #lastNode: EventDataByKind["node_recorded"] | null = null;
  #goal: CognitiveStateData["goalState"];
  /** That of `#goal`, which every step changes. */
  #completion: number;
  readonly #constraints: string[];
  readonly #verified: boolean;
  readonly #facts: SharedList<EstablishedFact>;
  readonly #decisions: SharedList<Decision>;
  readonly #questions: SharedList<string>;
  readonly #completed: SharedList<OperationReference>;
  readonly #pending: SharedList<OperationReference>;
  readonly #observations: SharedList<CognitiveStateData["toolObservations"][number]>;
  readonly #halts: SharedList<CognitiveStateData["preventiveHaltHistory"][number]>;
  readonly #graph: SharedList<CognitiveStateData["dependencyGraph"][number]>;
  readonly #remaining: SharedList<string>;
  readonly #factAt = new Map<string, number>();
  readonly #decisionAt = new Map<string, number>();
  /** What each id rests on. */
  readonly #edges = new Map<string, Set<string>>();
  #slice: { readonly changes: number; readonly text: string } | null = null;
  #carriedSteps: number;
  #snapshot: CognitiveStateData | null;

  constructor(state: CognitiveStateData) {
    this.#head = state;
    this.#recordHead = state.recordHead;
    this.#goal = state.goalState;
    this.#completion = state.goalState.completion;
    this.#constraints = state.activeConstraints;
    this.#verified = state.verified;
    this.#facts = new SharedList(state.establishedFacts);
    this.#decisions = new SharedList(state.decisions);
    this.#questions = new SharedList(state.openQuestions);
    this.#completed = new SharedList(state.completedOperations);
    this.#pending = new SharedList(state.pendingOperations);
    this.#observations = new SharedList(state.toolObservations);
    this.#halts = new SharedList(state.preventiveHaltHistory);
    this.#graph = new SharedList(state.dependencyGraph);
    this.#remaining = new SharedList(state.goalState.remaining);
    state.establishedFacts.forEach((fact, at) => {
      this.#factAt.set(fact.factId, at);
    });
    state.decisions.forEach((decision, at) => {
      this.#decisionAt.set(decision.decisionId, at);
    });
    for (const { dependent, dependsOn } of state.dependencyGraph) this.#groundsOf(dependent).add(dependsOn);
    this.#carriedSteps = state.pendingOperations.filter((reference) => isCarriedStep(reference.stepId)).length;
    this.#snapshot = state;
  }

  /** The state after every event so far; the same object until one changes it. What was handed out never changes. */
  snapshot(): CognitiveStateData {
    if (this.#snapshot === null) {
      const { csoId, windowNumber, priorCsoHash, createdAt, csoHmac } = this.#head;
      const recordHead = this.#headOfRecord();
      this.#snapshot = {
        csoId,
        windowNumber,
        priorCsoHash,
        createdAt,
        establishedFacts: this.#facts.handOut(),
        decisions: this.#decisions.handOut(),
        openQuestions: this.#questions.handOut(),
        activeConstraints: this.#constraints,
        completedOperations: this.#completed.handOut(),
        pendingOperations: this.#pending.handOut(),
        toolObservations: this.#observations.handOut(),
        preventiveHaltHistory: this.#halts.handOut(),
        goalState: { ...this.#goal, completion: this.#completion, remaining: this.#remaining.handOut() },
        dependencyGraph: this.#graph.handOut(),
        ...(recordHead === undefined ? {} : { recordHead }),
        ...(csoHmac === undefined ? {} : { csoHmac }),
        verified: this.#verified,
      };
    }
    return this.#snapshot;
  }

  #headOfRecord(): CognitiveStateData["recordHead"] {
    if (this.#lastNode !== null) {
      this.#recordHead = recordHead(this.#lastNode);
      this.#lastNode = null;
    }
    return this.#recordHead;
  }

  /** Decisions, questions and constraints for a frame; facts have a section of their own there. */
  promptSlice(): string {
    const changes = this.#decisions.changes + this.#questions.changes;
    // Most steps decide nothing: their frames show what the one before showed.
    if (this.#slice?.changes !== changes) this.#slice = { changes, text: this.#context({ maxFacts: 0 }) };
    return this.#slice.text;
  }

  #context(options: PromptContextOptions): string {
    const source = {
      establishedFacts: this.#facts.peek() as EstablishedFact[],
      decisions: this.#decisions.peek() as Decision[],
      openQuestions: this.#questions.peek() as string[],
      activeConstraints: this.#constraints,
    };
    return promptContext(source, options);
  }

  /** Takes in one event. Kinds that say nothing about the state leave it as it is. */
  add(event: RunEvent): this {
    switch (event.kind) {
      case "run_started":
        return this.#start(event.at, event.data);
      case "intent_classified":
        return this.#plan(event.data);
      case "lifecycle_transitioned":
        return this.#transition(event.data);
      case "frame_positioned":
        return this.#linkAll(outputId(event.runId, event.data.stepId), event.data);
      case "observation_recorded":
        return this.#observe(event.runId, event.data);
      case "fact_established":
        return this.#establish(event.runId, event.data);
      case "decision_recorded":
        return this.#decide(event.data);
      case "fact_invalidated":
        return this.#invalidate(event.data);
      case "step_integrated":
        return this.#integrate(event.data);
      case "note_recorded":
        if (event.data.question !== true) return this;
        this.#questions.push(clipText(event.data.detail, STATE_TEXT_LIMITS.question));
        return this.#changed();
      case "clarification_requested":
        this.#questions.push(question(event.data));
        return this.#changed();
      case "clarification_resolved":
        return this.#settle(event.data);
      case "policy_decided":
        if (event.data.halt === undefined) return this;
        this.#halts.push(event.data.halt);
        return this.#changed();
      case "node_recorded":
        return this.#record(event.data);
      case "state_sealed":
        return this.#seal(event.data);
      default:
        return this;
    }
  }

  #changed(): this {
    this.#snapshot = null;
    return this;
  }

  #start(at: string, data: EventDataByKind["run_started"]): this {
    this.#head = {
      ...this.#head,
      createdAt: at,
      windowNumber: data.windowNumber,
      priorCsoHash: data.priorCsoHash ?? "",
    };
    this.#goal = { ...this.#goal, objective: clipText(data.request, STATE_TEXT_LIMITS.objective) };
    return this.#changed();
  }

  #plan(data: EventDataByKind["intent_classified"]): this {
    const planned: OperationReference[] = data.steps.map((step) => reference(step.id, step.operation, step.assignment));
    const known = new Set(planned.map((step) => step.stepId));
    for (const { stepId, operation, reason } of data.dropped) {
      if (!known.has(stepId)) planned.push(reference(stepId, operation, reason));
    }
    const carried = this.#pending.peek().slice(0, this.#carriedSteps);
    this.#pending.replaceAll([...carried, ...planned]);
    this.#remaining.replaceAll(planned.map((step) => step.operation));
    this.#completion = planned.length === 0 ? 1 : 0;
    return this.#changed();
  }

  #transition(data: EventDataByKind["lifecycle_transitioned"]): this {
    if (data.from === data.state) return this;
    if (data.state === "OPERATION_POSITIONED" && data.operation !== undefined) {
      // Steps begin in plan order: this is the first of the list but for lanes.
      const at = this.#remaining.indexOf(data.operation);
      if (at >= 0) this.#remaining.remove(at);
      return this.#changed();
    }
    if (data.state === "INTEGRATED") {
      const planned = this.#pending.length - this.#carriedSteps + this.#completed.length;
      const integrated = Math.round(this.#completion * planned) + 1;
      this.#completion = planned === 0 ? 1 : Math.min(1, integrated / planned);
      return this.#changed();
    }
    return this;
  }

  #linkAll(dependent: string, data: EventDataByKind["frame_positioned"]): this {
    if (data.factIds.length === 0 && data.decisionIds.length === 0) return this;
    const grounds = this.#groundsOf(dependent);
    for (const id of data.factIds) this.#rest(dependent, grounds, id);
    for (const id of data.decisionIds) this.#rest(dependent, grounds, id);
    return this;
  }

  #link(dependent: string, dependsOn: string): this {
    this.#rest(dependent, this.#groundsOf(dependent), dependsOn);
    return this;
  }

  #rest(dependent: string, grounds: Set<string>, dependsOn: string): void {
    if (grounds.has(dependsOn)) return;
    grounds.add(dependsOn);
    // POS-CSO-03: an output rests on every fact and decision it was built on.
    this.#graph.push({ dependent, dependsOn });
    this.#changed();
  }

  #groundsOf(dependent: string): Set<string> {
    let grounds = this.#edges.get(dependent);
    if (grounds === undefined) {
      grounds = new Set();
      this.#edges.set(dependent, grounds);
    }
    return grounds;
  }

  #observe(runId: string, data: EventDataByKind["observation_recorded"]): this {
    const step = this.#findStep(data.stepId);
    if (step === undefined) return this;
    const factId = data.factId ?? `f_obs_${data.callId}`;
    this.#observations.push({
      factId,
      factType: "TOOL_OBSERVATION",
      capabilityId: data.capabilityId,
      operationType: step.operation,
      windowId: outputId(runId, data.stepId),
      payloadSummary: clipText(data.summary, STATE_TEXT_LIMITS.observation),
      payloadRef: data.ref,
      payloadDigest: data.digest,
      groundingClass: "CONTEXT_GROUNDED",
      provenance: {
        sourceType: "TOOL",
        sourceId: data.capabilityId,
        invocationId: data.callId,
        timestamp: data.timestamp,
      },
    });
    if (data.factId !== undefined) this.#link(outputId(runId, data.stepId), data.factId);
    return this.#changed();
  }

  #establish(runId: string, fact: EstablishedFact): this {
    const said = fact.provenance === "CKF" || fact.provenance === "USER";
    const limit = said ? STATE_TEXT_LIMITS.supplied : STATE_TEXT_LIMITS.reported;
    const kept = { ...fact, statement: clipText(fact.statement, limit) };
    const at = this.#factAt.get(fact.factId);
    if (at !== undefined) this.#facts.set(at, kept);
    else {
      this.#factAt.set(fact.factId, this.#facts.length);
      this.#facts.push(kept);
    }
    if (fact.provenanceRef.startsWith("step:")) {
      this.#link(fact.factId, outputId(runId, fact.provenanceRef.slice("step:".length)));
    }
    return this.#changed();
  }

  #decide(decision: Decision): this {
    const kept = {
      ...decision,
      choice: clipText(decision.choice, STATE_TEXT_LIMITS.decision),
      rationale: clipText(decision.rationale, STATE_TEXT_LIMITS.decision),
    };
    const at = this.#decisionAt.get(decision.decisionId);
    if (at !== undefined) this.#decisions.set(at, kept);
    else {
      this.#decisionAt.set(decision.decisionId, this.#decisions.length);
      this.#decisions.push(kept);
    }
    return this.#changed();
  }

  #invalidate({ factId, affected }: EventDataByKind["fact_invalidated"]): this {
    for (const id of [factId, ...affected]) {
      const factAt = this.#factAt.get(id);
      const fact = factAt === undefined ? undefined : this.#facts.at(factAt);
      // POS-CSO-06: facts fall, and decisions are reopened where they may be.
      if (factAt !== undefined && fact !== undefined) this.#facts.set(factAt, { ...fact, invalidated: true });
      const decisionAt = this.#decisionAt.get(id);
      const decision = decisionAt === undefined ? undefined : this.#decisions.at(decisionAt);
      if (decisionAt !== undefined && decision?.revisable === true && decision.revisedBy === undefined) {
        this.#decisions.set(decisionAt, { ...decision, needsRevision: true });
      }
    }
    return this.#changed();
  }

  #integrate(data: EventDataByKind["step_integrated"]): this {
    // A step that failed is still to be done.
    if (data.outcome === "failed") return this;
    const at = this.#pendingIndex(data.stepId);
    const step = this.#pending.at(at);
    if (step === undefined) return this;
    this.#pending.remove(at);
    const { stepId, operation, assignment } = step;
    this.#completed.push({ stepId, operation, assignment, outputDigest: data.outputDigest });
    return this.#changed();
  }

  #settle(data: EventDataByKind["clarification_resolved"]): this {
    // A question that nobody answered stays open for the next turn.
    if (data.action === "abort" || data.action === "cancelled") return this;
    const at = this.#questions.peek().findLastIndex((text) => text.endsWith(questionWithRequestId("", data.id)));
    if (at < 0) return this;
    this.#questions.remove(at);
    return this.#changed();
  }

  #record(data: EventDataByKind["node_recorded"]): this {
    this.#lastNode = data;
    return this.#changed();
  }

  #seal({ csoId, windowNumber, csoHmac }: EventDataByKind["state_sealed"]): this {
    const { csoHmac: _previous, ...head } = this.#head;
    this.#head = { ...head, csoId, windowNumber, ...(csoHmac === undefined ? {} : { csoHmac }) };
    return this.#changed();
  }

  /** Index of a step of this run among the pending ones; they stand behind the carried ones, in plan order. */
  #pendingIndex(stepId: string): number {
    return this.#pending.findIndex((step) => step.stepId === stepId, this.#carriedSteps);
  }

  #findStep(stepId: string): OperationReference | undefined {
    return (
      this.#pending.at(this.#pendingIndex(stepId)) ?? this.#completed.peek().find((step) => step.stepId === stepId)
    );
  }
}

/** Id of a step's output in the dependency graph: that of the record's node. */
function outputId(runId: string, stepId: string): string {
  return `${runId}/${stepId}`;
}

function recordHead(data: EventDataByKind["node_recorded"]): NonNullable<CognitiveStateData["recordHead"]> {
  let digest: string | undefined;
  return {
    nodeId: data.nodeId,
    // The node's text is printed when it is read; so is its digest.
    get digest() {
      digest ??= sha256Digest(data.node);
      return digest;
    },
    originSession: data.originSession,
    modelAvec: data.modelAvec,
  };
}

function reference(stepId: string, operation: OperationReference["operation"], assignment: string): OperationReference {
  return { stepId, operation, assignment: clipText(assignment, STATE_TEXT_LIMITS.assignment) };
}

function question(data: EventDataByKind["clarification_requested"]): string {
  return questionWithRequestId(clipText(data.question, STATE_TEXT_LIMITS.question), data.requestId);
}
