import type { RunEvent } from "../contract/event.js";
import type { Decision, EstablishedFact } from "../contract/state.js";
import type { NodeDraft } from "../state/record/node-draft.js";

/** What the run has recorded since its last node: the next node states it (POS-REC). */
export class NodeNews {
  facts: EstablishedFact[] = [];
  decisions: Decision[] = [];
  policy: NodeDraft["policy"][number][] = [];
  human: NodeDraft["human"][number][] = [];
  invalidated: string[] = [];
  questions: string[] = [];

  add(event: RunEvent): void {
    switch (event.kind) {
      case "fact_established":
        this.facts.push(event.data);
        break;
      case "decision_recorded":
        this.decisions.push(event.data);
        break;
      case "fact_invalidated":
        this.invalidated.push(...new Set([event.data.factId, ...event.data.affected]));
        break;
      case "policy_decided":
        this.policy.push(event.data);
        break;
      case "approval_resolved":
        this.human.push({ requestId: event.data.id, kind: "approval", answer: event.data.decision });
        break;
      case "clarification_resolved":
        this.human.push({ requestId: event.data.id, kind: "clarification", answer: event.data.action });
        break;
      case "note_recorded":
        if (event.data.question === true) this.questions.push(event.data.detail);
        break;
      default:
        break;
    }
  }

  /** Hands out what is new and begins again. */
  take(): Pick<NodeDraft, "facts" | "decisions" | "policy" | "human" | "invalidated" | "questions"> {
    const { facts, decisions, policy, human, invalidated, questions } = this;
    this.facts = [];
    this.decisions = [];
    this.policy = [];
    this.human = [];
    this.invalidated = [];
    this.questions = [];
    return { facts, decisions, policy, human, invalidated, questions };
  }
}
