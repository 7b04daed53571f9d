import { print, type SttpNode } from "@pelorus/sttp";
import { sha256Digest } from "../../contract/digest.js";
import { operationFromWord } from "../../contract/operation.js";
import type { Avec, CognitiveStateData, Decision, EstablishedFact } from "../../contract/state.js";
import { FACT_PROVENANCES } from "../../contract/state.js";
import { clipText, STATE_TEXT_LIMITS } from "../clip-text.js";
import { at, type ReadField, readContent, textOf, textsOf } from "./node-content.js";

/**
 * The cognitive state that a record's nodes tell (POS-REC-04): goal, operations, facts, decisions, questions and
 * invalidations of the turn the last node belongs to, with what earlier turns left to it. Unsealed; accepted as
 * `priorCso`. Nodes that are not of a run's record are passed over.
 */
export function stateFromNodes(nodes: readonly SttpNode[]): CognitiveStateData {
  const builder = new StateBuilder();
  for (const node of nodes) builder.add(node);
  return builder.state();
}

type OperationReference = CognitiveStateData["pendingOperations"][number];

class StateBuilder {
  readonly #facts = new Map<string, EstablishedFact>();
  readonly #decisions = new Map<string, Decision>();
  readonly #questions: string[] = [];
  #runId = "";
  #window = 0;
  #createdAt = "";
  #objective = "";
  #mode: CognitiveStateData["goalState"]["mode"] = "DOCUMENT";
  #plan: OperationReference[] = [];
  #completed: OperationReference[] = [];
  #begun = new Set<string>();
  #carried: OperationReference[] = [];
  #head: CognitiveStateData["recordHead"];

  add(node: SttpNode): void {
    const content = readContent(node);
    const runId = textOf(content, "operation", "run");
    const stepId = textOf(content, "operation", "step");
    const operation = operationFromWord(textOf(content, "operation", "token"));
    if (runId === "" || stepId === "" || operation === null) return;
    if (runId !== this.#runId) this.#beginRun(runId, node, content);
    this.#begun.add(stepId);
    if (textOf(content, "result", "outcome") !== "failed") {
      const planned = this.#plan.find((step) => step.stepId === stepId);
      this.#completed.push({
        ...(planned ?? { stepId, operation, assignment: clipped(textOf(content, "operation", "assignment")) }),
        outputDigest: textOf(content, "result", "digest"),
      });
    }
    for (const [, field] of at(content, ["facts"])?.members ?? []) this.#addFact(field);
    for (const [, field] of at(content, ["decisions"])?.members ?? []) this.#addDecision(field.members);
    this.#questions.push(...textsOf(content, "questions").map((text) => clipText(text, STATE_TEXT_LIMITS.question)));
    this.#invalidate(textsOf(content, "invalidated"));
    this.#head = headOf(node, `${runId}/${stepId}`);
  }

  state(): CognitiveStateData {
    const done = new Set(this.#completed.map((step) => step.stepId));
    return {
      csoId: `record:${this.#runId}`,
      windowNumber: Math.max(1, this.#window),
      priorCsoHash: "",
      createdAt: this.#createdAt,
      establishedFacts: [...this.#facts.values()],
      decisions: [...this.#decisions.values()],
      openQuestions: [...this.#questions],
      activeConstraints: [],
      completedOperations: this.#completed,
      pendingOperations: [...this.#carried, ...this.#plan.filter((step) => !done.has(step.stepId))],
      toolObservations: [],
      preventiveHaltHistory: [],
      goalState: {
        mode: this.#mode,
        objective: this.#objective,
        remaining: this.#plan.filter((step) => !this.#begun.has(step.stepId)).map((step) => step.operation),
        successTest: "",
        completion: this.#plan.length === 0 ? 1 : Math.min(1, this.#begun.size / this.#plan.length),
      },
      dependencyGraph: [],
      ...(this.#head === undefined ? {} : { recordHead: this.#head }),
      verified: false,
    };
  }

  /** A node of another run begins another turn: what the last one left undone is carried. */
  #beginRun(runId: string, node: SttpNode, content: ReadonlyMap<string, ReadField>): void {
    const done = new Set(this.#completed.map((step) => step.stepId));
    const left = this.#plan.filter((step) => !done.has(step.stepId));
    this.#carried.push(...left.map((step) => ({ ...step, stepId: `w${this.#window}/${step.stepId}` })));
    this.#runId = runId;
    this.#window++;
    this.#createdAt = node.envelope?.timestamp ?? "";
    this.#objective = clipText(textOf(content, "goal", "objective"), STATE_TEXT_LIMITS.objective);
    this.#mode = modeOf(textOf(content, "goal", "mode"));
    this.#plan = [];
    for (const [stepId, step] of at(content, ["plan"])?.members ?? []) {
      const operation = operationFromWord(textOf(step.members, "token"));
      if (operation !== null) {
        this.#plan.push({ stepId, operation, assignment: clipped(textOf(step.members, "assignment")) });
      }
    }
    this.#completed = [];
    this.#begun = new Set();
  }

  #addFact(field: ReadField): void {
    const { members } = field;
    const factId = textOf(members, "id");
    const provenance = FACT_PROVENANCES.find((word) => word === textOf(members, "provenance"));
    if (factId === "" || provenance === undefined) return;
    const said = provenance === "CKF" || provenance === "USER";
    const limit = said ? STATE_TEXT_LIMITS.supplied : STATE_TEXT_LIMITS.reported;
    const types = textsOf(members, "types");
    const labels = textsOf(members, "labels");
    this.#facts.set(factId, {
      factId,
      statement: clipText(textOf(members, "statement"), limit),
      provenance,
      provenanceRef: textOf(members, "ref"),
      confidence: field.confidence ?? 0.5,
      windowOrigin: windowOf(factId),
      invalidated: false,
      ...(types.length === 0 ? {} : { factTypes: types }),
      ...(labels.length === 0 ? {} : { labels }),
    });
  }

  #addDecision(members: ReadonlyMap<string, ReadField>): void {
    const decisionId = textOf(members, "id");
    if (decisionId === "") return;
    this.#decisions.set(decisionId, {
      decisionId,
      choice: clipText(textOf(members, "choice"), STATE_TEXT_LIMITS.decision),
      rationale: clipText(textOf(members, "rationale"), STATE_TEXT_LIMITS.decision),
      alternatives: textsOf(members, "alternatives"),
      dependsOn: textsOf(members, "depends_on"),
      revisable: members.get("revisable")?.value === true,
      windowOrigin: windowOf(decisionId),
      provenance: provenanceOf(textOf(members, "provenance")),
      provenanceRef: textOf(members, "ref"),
    });
  }

  #invalidate(ids: readonly string[]): void {
    for (const id of ids) {
      const fact = this.#facts.get(id);
      if (fact !== undefined) this.#facts.set(id, { ...fact, invalidated: true });
      const decision = this.#decisions.get(id);
      if (decision?.revisable === true) this.#decisions.set(id, { ...decision, needsRevision: true });
    }
  }
}

function clipped(assignment: string): string {
  return clipText(assignment, STATE_TEXT_LIMITS.assignment);
}

/** Ids say of which turn they are: `f_2_7`, `f_obs_2_1`, `d_2_3`. */
function windowOf(id: string): number {
  const match = /_(\d+)_\d+$/.exec(id);
  return match === null ? 1 : Number(match[1]);
}

function modeOf(word: string): CognitiveStateData["goalState"]["mode"] {
  return word === "CONVERSATION" || word === "TOOL" || word === "AGENTIC" ? word : "DOCUMENT";
}

function provenanceOf(word: string): Decision["provenance"] {
  return word === "MODEL" || word === "USER" || word === "POLICY" ? word : "RUNTIME";
}

function headOf(node: SttpNode, nodeId: string): CognitiveStateData["recordHead"] {
  const avec = node.envelope?.model_avec;
  const modelAvec: Avec = {
    stability: avec?.stability ?? 0.5,
    friction: avec?.friction ?? 0.5,
    logic: avec?.logic ?? 0.5,
    autonomy: avec?.autonomy ?? 0.5,
    psi: avec?.psi ?? 2,
  };
  return {
    nodeId,
    digest: sha256Digest(print(node).text),
    originSession: node.provenance?.origin_session ?? "",
    modelAvec,
  };
}
