import { sha256Digest } from "../contract/digest.js";
import type { ClarificationRequest } from "../contract/policy.js";
import { clarificationQuestion } from "../position/clarification-question.js";
import { askClarification } from "./ask-person.js";
import { emit, establishFact, type Run } from "./run.js";
import type { StepRecord } from "./step-record.js";

/** A CLARIFY step: asks a person what is missing, or goes on with a stated assumption (POS-POL-10). */
export async function clarify(run: Run, lane: number, record: StepRecord): Promise<void> {
  record.attempts++;
  const asked = clarificationQuestion(run.request, record.step);
  const request: ClarificationRequest = {
    requestId: `clar_${sha256Digest(`${run.runId}/${record.step.id}/clarify`).slice(7, 19)}`,
    question: asked.question,
    operationType: "CLARIFY",
    reason: "missing_information",
    options: [...asked.options],
    context: record.step.assignment,
  };
  const outcome = await askClarification(run, lane, record, request);
  if (outcome.action === "answer") {
    const answer = typeof outcome.answer === "string" ? outcome.answer : JSON.stringify(outcome.answer);
    establishFact(run, lane, {
      statement: `${asked.question} — ${answer}`,
      provenance: "USER",
      provenanceRef: `clarification:${request.requestId}`,
      confidence: 0.95,
    });
    record.output = record.step.deliverable ? answer : `${asked.question} ${answer}`;
    record.detail = "clarified-by-user";
  } else {
    const assumption = `Nobody answered "${asked.question}"; the most usual reading is assumed.`;
    establishFact(run, lane, {
      statement: assumption,
      provenance: "DERIVED",
      provenanceRef: `clarification:${request.requestId}`,
      confidence: 0.5,
    });
    run.uncertainties.push(assumption);
    run.openQuestions.push(asked.question);
    emit(run, lane, "note_recorded", { detail: asked.question, stepId: record.step.id, question: true });
    // POS-POL-10: on an assumption, only what changes nothing stays offered.
    run.toolsUnavailable.readOnlyOnly = true;
    record.output = record.step.deliverable ? asked.question : assumption;
    record.detail = "clarify-skipped";
  }
  record.verdict = { score: 0.5, checked: false, checks: [], by: "deterministic" };
  emit(run, lane, "verdict_reached", { stepId: record.step.id, attempt: record.attempts, verdict: record.verdict });
}
