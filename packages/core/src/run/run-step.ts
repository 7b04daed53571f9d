import { DEPTH_BUDGETS } from "../contract/depth.js";
import { IncompleteOutputError } from "../contract/error.js";
import { verifiedInWindows } from "../lifecycle/detail.js";
import { isAtLeastAsGood } from "../verify/is-at-least-as-good.js";
import { TokenLimitReached, tokensEnded } from "./call-model.js";
import { clarify } from "./clarify.js";
import { judgeStep } from "./judge-step.js";
import type { Run } from "./run.js";
import { failedChecks, type StepRecord } from "./step-record.js";
import { runToolPhase } from "./tool-phase.js";
import { isStructured, type WrittenAnswer, writeAnswer } from "./write-answer.js";

/** Below this score a revision is tried while the depth pays for one (POS-VER-03). */
const REVISE_BELOW = 0.75;

/**
 * Brings one positioned step from its frame to a verified output (POS-RUN-01). The lifecycle stands at
 * OPERATION_POSITIONED before and at OPERATION_VERIFIED after.
 */
export async function runStep(run: Run, lane: number, record: StepRecord): Promise<void> {
  if (record.step.operation === "CLARIFY") {
    await clarify(run, lane, record);
    return;
  }
  let best = await attempt(run, lane, record, []);
  // POS-RUN-04: kept at once, so that a run that halts in a revision still has it.
  record.output = best.written.text;
  const loops = run.settings.onFailedChecks === "revise" ? DEPTH_BUDGETS[run.depth].revisionLoops : 0;
  for (let loop = 0; loop < loops && best.verdict.score < REVISE_BELOW && best.verdict.checked; loop++) {
    const failed = failedChecks(best.verdict);
    if (failed.length === 0 || record.detail === "selection-only" || tokensEnded(record)) break;
    run.text.end(false);
    record.measures.redone++;
    const next = await attempt(run, lane, record, failed);
    // POS-VER-03: the best attempt is kept, not the last one, nor the one about which least was decided.
    if (isAtLeastAsGood(next.verdict, best.verdict)) best = next;
    else record.measures.failed++;
    record.output = best.written.text;
  }
  record.cut = best.written.cut;
  record.incomplete = best.written.incomplete ?? null;
  record.windows = best.written.windows;
  record.verdict = best.verdict;
  settleOutcome(run, record);
}

interface Attempt {
  readonly written: WrittenAnswer;
  readonly verdict: Awaited<ReturnType<typeof judgeStep>>;
}

async function attempt(run: Run, lane: number, record: StepRecord, feedback: readonly string[]): Promise<Attempt> {
  record.attempts++;
  const written = await writtenOutput(run, lane, record, feedback);
  const verdict = await judgeStep(run, lane, record, written);
  return { written, verdict };
}

/** What the step writes; what a limit cut is told, and ends the step with what there is. */
async function writtenOutput(
  run: Run,
  lane: number,
  record: StepRecord,
  feedback: readonly string[],
): Promise<WrittenAnswer> {
  try {
    return feedback.length === 0
      ? await firstOutput(run, lane, record)
      : await writeAnswer(run, lane, record, "revise", feedback);
  } catch (error) {
    // POS-CON-04: a partial run, and no halt: what the other steps did stands.
    if (error instanceof IncompleteOutputError) {
      return { text: error.partialText, finishReason: "length", cut: true, windows: 1, incomplete: error };
    }
    if (!(error instanceof TokenLimitReached)) throw error;
    // STRATA-POL-10: a step whose tokens are spent ends with what it has, and says that it was cut.
    record.machine.note("token limit of the operation reached", { operation: record.step.operation });
    return { text: observedText(record), finishReason: "length", cut: true, windows: 1 };
  }
}

async function firstOutput(run: Run, lane: number, record: StepRecord): Promise<WrittenAnswer> {
  const phase = await runToolPhase(run, lane, record);
  switch (phase.kind) {
    case "answered":
      record.detail = phase.grounded ? "tool-grounded" : "direct-answer";
      return phase.cut ? cutAnswer(run, record, phase.answer) : whole(phase.answer);
    case "selection-only":
      record.detail = "selection-only";
      return whole("");
    case "observed":
      record.detail = record.observations.some((shown) => shown.outcome === "ok") ? "tool-grounded" : "tool-failed";
      // POS-RUN-02: an intermediate step may end with what was observed; the deliverable is written from it.
      if (!record.step.deliverable && record.detail === "tool-grounded") return whole(observedText(record));
      return writeAnswer(run, lane, record, "answer", phase.feedback);
    default: {
      const written = await writeAnswer(run, lane, record, "answer", phase.feedback);
      record.detail = verifiedInWindows(written.windows);
      return written;
    }
  }
}

/** POS-CON-04: an answer beside tools that a limit cut is part of one, and where it is structured none. */
function cutAnswer(run: Run, record: StepRecord, text: string): WrittenAnswer {
  if (isStructured(run, record)) {
    throw new IncompleteOutputError(`The ${run.form.kind} output was cut by the output limit.`, text);
  }
  return { text, finishReason: "length", cut: true, windows: 1 };
}

function whole(text: string): WrittenAnswer {
  return { text, finishReason: "stop", cut: false, windows: 1 };
}

function observedText(record: StepRecord): string {
  return record.observations
    .filter((shown) => shown.outcome === "ok")
    .map((shown) => shown.summary)
    .join("\n");
}

/** POS-VER-03: below 0.5 the step is unverified; in between the doubt is told. */
function settleOutcome(run: Run, record: StepRecord): void {
  const { verdict, step } = record;
  if (verdict === null) return;
  const toolFailed = record.detail === "tool-failed" && record.output.trim() === "";
  if (toolFailed) {
    record.outcome = "failed";
    record.output = record.observations.map((shown) => `${shown.capabilityId}: ${shown.summary}`).join("; ");
  } else if (record.detail !== "selection-only" && verdict.checked && verdict.score < 0.5) {
    record.outcome = "unverified";
  }
  if (
    record.outcome === "done" &&
    verdict.checked &&
    verdict.score < REVISE_BELOW &&
    record.detail !== "selection-only"
  ) {
    const failed = verdict.checks.filter((check) => check.outcome === "fail").map((check) => check.id);
    run.uncertainties.push(`Step ${step.id} (${step.operation}) is in doubt: ${failed.join(", ")}.`);
  }
}
