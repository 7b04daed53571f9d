import { validateArguments } from "../capability/validate-arguments.js";
import type { Verdict } from "../contract/verdict.js";
import { verifyOutput } from "../verify/verify-output.js";
import { askJudge } from "./ask-judge.js";
import { dependedOn } from "./depended-on.js";
import { emit, type Run } from "./run.js";
import { shownFacts } from "./shown-facts.js";
import type { StepRecord } from "./step-record.js";
import type { WrittenAnswer } from "./write-answer.js";

/** Checks one attempt's output, deterministically first; a judge may decide what stays open (POS-VER-02 … -04). */
export async function judgeStep(run: Run, lane: number, record: StepRecord, written: WrittenAnswer): Promise<Verdict> {
  const facts = shownFacts(run, record);
  const sources = dependedOn(run, record.step.dependsOn);
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
          failedCalls: sources.flatMap(failedCallsOf),
          derived: sources
            .filter(({ outcome }) => outcome !== "failed")
            .map(({ step, output }) => ({ stepId: step.id, text: output })),
          language: run.language,
          validateSchema: validateArguments,
        });
  const verdict = await askJudge(run, lane, record, written.text, deterministic);
  emit(run, lane, "verdict_reached", { stepId: record.step.id, attempt: record.attempts, verdict });
  return verdict;
}

function failedCallsOf({ observations }: StepRecord): string[] {
  return observations.filter(({ outcome }) => outcome !== "ok").map(({ callId }) => callId);
}
