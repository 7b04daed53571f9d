import { validateArguments } from "../capability/validate-arguments.js";
import type { Verdict } from "../contract/verdict.js";
import { verifyOutput } from "../verify/verify-output.js";
import { askJudge } from "./ask-judge.js";
import { emit, type Run } from "./run.js";
import { shownFacts } from "./shown-facts.js";
import type { StepRecord } from "./step-record.js";
import type { WrittenAnswer } from "./write-answer.js";

/** Checks one attempt's output, deterministically first; a judge may decide what stays open (POS-VER-02 … -04). */
export async function judgeStep(run: Run, lane: number, record: StepRecord, written: WrittenAnswer): Promise<Verdict> {
  const facts = shownFacts(run, record);
  const deterministic: Verdict =
    record.detail === "selection-only"
      ? { score: 0.5, checked: false, checks: [], by: "deterministic" }
      : verifyOutput({
          operation: record.step.operation,
          assignment: record.step.assignment,
          request: run.request,
          output: written.text,
          ...(written.finishReason === undefined ? {} : { finishReason: written.finishReason }),
          form: record.step.deliverable ? run.form : { kind: "prose" },
          deliverable: record.step.deliverable,
          facts,
          observations: record.observations,
          failedCalls: record.step.dependsOn.flatMap((id) => failedCallsOf(run.steps.get(id))),
          derived: record.step.dependsOn.flatMap((id) => {
            const source = run.steps.get(id);
            return source === undefined || source.outcome === "failed" ? [] : [{ stepId: id, text: source.output }];
          }),
          language: run.language,
          validateSchema: validateArguments,
        });
  const verdict = await askJudge(run, lane, record, written.text, deterministic);
  emit(run, lane, "verdict_reached", { stepId: record.step.id, attempt: record.attempts, verdict });
  return verdict;
}

function failedCallsOf(record: StepRecord | undefined): string[] {
  return record?.observations.flatMap(({ callId, outcome }) => (outcome === "ok" ? [] : [callId])) ?? [];
}
