import { DEPTH_BUDGETS } from "../contract/depth.js";
import { IncompleteOutputError } from "../contract/error.js";
import type { ModelCallPurpose } from "../contract/model.js";
import type { ModelCallOutcome } from "../effect/model-call.js";
import { continuationNote, continuationStoppedNote } from "../lifecycle/detail.js";
import { callModel, deltaListener, tokensEnded } from "./call-model.js";
import { documentMap, renderDocumentMap } from "./document-map.js";
import { embedForStep } from "./embed-for-step.js";
import { inspectFrame } from "./inspect-frame.js";
import { joinWindows, repetitionShare } from "./join-windows.js";
import { positionFrame } from "./position-frame.js";
import { emit, type Run } from "./run.js";
import type { StepRecord } from "./step-record.js";

export interface WrittenAnswer {
  readonly text: string;
  readonly finishReason: ModelCallOutcome["finishReason"];
  /** True when the output ends where a limit cut it. */
  readonly cut: boolean;
  /** Set for structured output that stayed cut. */
  readonly incomplete?: IncompleteOutputError;
  readonly windows: number;
}

/** Characters of the text before that a continuation sees at most (POS-CON-02). */
const LAST_TEXT_LENGTH = 600;
/** From this share of repeated 4-grams on, a window says nothing new (POS-CON-03). */
const REPETITION_LIMIT = 0.6;

/** Writes a step's output by free generation, in as many windows as it needs and the depth pays for. */
export async function writeAnswer(
  run: Run,
  lane: number,
  record: StepRecord,
  purpose: Extract<ModelCallPurpose, "answer" | "revise">,
  feedback: readonly string[] = [],
): Promise<WrittenAnswer> {
  await inspectFrame(run, lane, record);
  if (run.vectors !== null) await embedForStep(run, lane, record);
  const frame = positionFrame(run, lane, record, feedback.length === 0 ? {} : { feedback });
  const onDelta = deltaListener(run, lane, record);
  let first = await callModel(run, lane, record, purpose, frame.toSections(), onDelta === undefined ? {} : { onDelta });
  record.windows = 1;
  const text = unwrapped(first.text);
  if (text !== first.text) first = { ...first, text };
  if (isStructured(run, record)) return completeStructured(run, lane, record, first);
  return continueProse(run, lane, record, first);
}

export function isStructured(run: Run, record: StepRecord): boolean {
  return record.step.deliverable && ["json", "csv", "xml", "yaml"].includes(run.form.kind);
}

/** Writes structured output once more where it was cut; throws an `IncompleteOutputError` where it stays cut. */
async function completeStructured(
  run: Run,
  lane: number,
  record: StepRecord,
  first: ModelCallOutcome,
): Promise<WrittenAnswer> {
  if (first.finishReason !== "length") {
    return { text: first.text, finishReason: first.finishReason, cut: false, windows: 1 };
  }
  run.text.end(false);
  record.measures.redone++;
  await inspectFrame(run, lane, record);
  const { kind } = run.form;
  if (tokensEnded(record)) {
    const message = `The ${kind} output was cut, and the operation has no tokens left to write it again.`;
    throw new IncompleteOutputError(message, first.text);
  }
  // POS-CON-04: structured output that was cut is not glued; it is written once more with all the room there is.
  const frame = positionFrame(run, lane, record, {
    feedback: ["The output was cut before its end. Write it again, complete and as short as it can be."],
  });
  const onDelta = deltaListener(run, lane, record);
  const retry = await callModel(run, lane, record, "answer", frame.toSections(), {
    maxOutputTokens: run.caller.window.tokens,
    ...(onDelta === undefined ? {} : { onDelta }),
  });
  if (retry.finishReason === "length") {
    throw new IncompleteOutputError(`The ${kind} output was cut by the output limit, twice.`, retry.text);
  }
  return { text: retry.text, finishReason: retry.finishReason, cut: false, windows: 1 };
}

async function continueProse(
  run: Run,
  lane: number,
  record: StepRecord,
  first: ModelCallOutcome,
): Promise<WrittenAnswer> {
  const limit = Math.min(
    DEPTH_BUDGETS[run.depth].windows,
    run.options.maxContinuationWindows ?? Number.POSITIVE_INFINITY,
  );
  let text = first.text;
  let last = first;
  let windows = 1;
  let firmer = false;
  for (;;) {
    const reason = reasonToContinue(text, last);
    if (reason === null) return { text, finishReason: last.finishReason, cut: false, windows };
    await inspectFrame(run, lane, record);
    const stopped = whyNotAnother(record, last, windows, limit);
    if (stopped !== null) {
      noteStop(record, stopped, windows);
      return { text, finishReason: last.finishReason, cut: true, windows };
    }
    emit(run, lane, "window_continued", { stepId: record.step.id, window: windows + 1, reason });
    const frame = positionFrame(run, lane, record, {
      continuation: {
        documentMap: renderDocumentMap(documentMap(text)),
        lastText: lastText(text),
        wordCount: wordCount(text),
      },
      ...(firmer ? { feedback: ["The last window repeated what was written. Write only what comes next."] } : {}),
    });
    const next = await callModel(run, lane, record, "continue", frame.toSections());
    const useless = next.text.trim() === "" || repetitionShare(text, next.text) >= REPETITION_LIMIT;
    if (useless) {
      // The repeating window is discarded; one firmer try, then the output stays as it is.
      if (firmer || next.text.trim() === "") {
        noteStop(record, next.text.trim() === "" ? "empty-window" : "repetition", windows);
        return { text, finishReason: last.finishReason, cut: last.finishReason === "length", windows };
      }
      firmer = true;
      record.measures.redone++;
      continue;
    }
    firmer = false;
    const joined = joinWindows(text, next.text);
    if (deltaListener(run, lane, record) !== undefined) run.text.text(lane, record.step.id, joined.slice(text.length));
    text = joined;
    last = next;
    windows++;
    record.windows = windows;
    run.continuationWindows++;
    record.machine.note(continuationNote(windows, wordCount(text), documentMap(text).done.length), {
      operation: record.step.operation,
    });
  }
}

/** What keeps the output from another window, or null. */
function whyNotAnother(record: StepRecord, last: ModelCallOutcome, windows: number, limit: number): string | null {
  if (last.windowFull) return "window-full";
  // STRATA-POL-10: what was written stays; it is not gone on with.
  if (tokensEnded(record)) return "token-limit";
  return windows >= limit ? "window-cap" : null;
}

/** A model that was shown tools before may answer in their envelope still: the answer is what it holds (POS-ASM-03). */
function unwrapped(text: string): string {
  const trimmed = text.trim();
  if (!trimmed.startsWith("{") || !trimmed.includes('"capability_id"')) return text;
  try {
    const { capability_id: id, answer } = JSON.parse(trimmed) as { capability_id?: unknown; answer?: unknown };
    return (id === null || id === "") && typeof answer === "string" ? answer : text;
  } catch {
    return text;
  }
}

/** POS-CON-01: a window is added for two reasons only; an unknown finish counts as `stop`. */
function reasonToContinue(text: string, last: ModelCallOutcome): string | null {
  if (last.finishReason === "length") return "length";
  return documentMap(text).missing.length > 0 ? "outline" : null;
}

function noteStop(record: StepRecord, why: string, windows: number): void {
  record.machine.note(continuationStoppedNote(why, windows), { operation: record.step.operation });
}

/** The end of the text at a line or grapheme boundary. */
function lastText(text: string): string {
  if (text.length <= LAST_TEXT_LENGTH) return text;
  const tail = text.slice(-LAST_TEXT_LENGTH);
  const line = tail.indexOf("\n");
  if (line >= 0 && line < LAST_TEXT_LENGTH / 2) return tail.slice(line + 1);
  const segments = [
    ...new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text.slice(-LAST_TEXT_LENGTH - 32)),
  ];
  return segments
    .slice(1)
    .filter((segment) => segment.index >= 32)
    .map((segment) => segment.segment)
    .join("");
}

function wordCount(text: string): number {
  return text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
}
