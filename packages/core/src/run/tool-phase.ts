import { parseToolCall } from "../capability/parse-tool-call.js";
import { ParsedToolCall } from "../capability/parsed-tool-call.js";
import { loadToolCallSupport } from "../capability/tool-call-support.js";
import { callModel } from "./call-model.js";
import { callTool } from "./call-tool.js";
import { type ChosenTools, chooseTools, maxCallsFor } from "./choose-tools.js";
import { positionFrame } from "./position-frame.js";
import { emit, type Run } from "./run.js";
import type { StepRecord } from "./step-record.js";

/** What the tool phase of one attempt came to. */
export type ToolPhaseOutcome =
  /** No tool serves the step, or the model was to be asked without tools. */
  | { readonly kind: "no-tools"; readonly feedback: readonly string[] }
  /** The model answered inside the tool frame. */
  | {
      readonly kind: "answered";
      readonly answer: string;
      readonly grounded: boolean;
      /** True where the reply ends where a limit cut it. */
      readonly cut: boolean;
    }
  /** Tools ran; the observations stand in the record. */
  | { readonly kind: "observed"; readonly feedback: readonly string[] }
  | { readonly kind: "selection-only" };

/** Reasons as a model is told them; those of policies are told as they stand. */
const REFUSALS: Readonly<Record<string, string>> = {
  "denied-by-person": "a person denied it",
  "denied-before": "a person denied it",
  loop_guard: "it was asked for again and again",
};

/** Turns beyond the calls a step may make: a reply that calls nothing new must not go on for ever. */
const EXTRA_TURNS = 4;

/** Positions the model on the chosen tools, call after call within `max_calls` (POS-RUN-01). */
export async function runToolPhase(run: Run, lane: number, record: StepRecord): Promise<ToolPhaseOutcome> {
  if (run.fabric === null || run.fabric.size === 0) return { kind: "no-tools", feedback: [] };
  await loadToolCallSupport();
  let width: "normal" | "wide" | "one" = "normal";
  let reasked = false;
  let feedback: string[] = [];
  let waiting: ParsedToolCall["rest"];
  const refusals = new Set<string>();
  const turns = maxCallsFor(run) + EXTRA_TURNS;
  for (let turn = 0; turn < turns; turn++) {
    const chosen = await chooseTools(run, lane, record, width);
    if (chosen === null) return ended(record, refusals, feedback);
    run.toolSubset = chosen.frame.capabilityIds;
    run.selectionReason = chosen.selection.selectionReason;
    if (record.toolsOffered === null) record.toolsOffered = chosen.frame.capabilityIds;

    const queued: NonNullable<ParsedToolCall["rest"]>[number] | undefined = waiting?.[0];
    waiting = waiting?.slice(1);
    const { parsed, cut }: Reply =
      queued !== undefined && chosen.frame.capabilityIds.includes(queued.capabilityId)
        ? { parsed: new ParsedToolCall({ ...queued, answer: "", source: "envelope" }), cut: false }
        : await askForCall(run, lane, record, chosen, feedback, reasked ? "reask" : "tool");
    feedback = [];

    if (parsed.problem !== undefined) {
      record.measures.failed++;
      if (!reasked) {
        // POS-PRS-07: one re-ask per operation, carrying the error and the offered ids.
        reasked = true;
        record.measures.redone++;
        const problem = `${parsed.problem.kind}: ${parsed.problem.message}`;
        emit(run, lane, "reask_sent", { stepId: record.step.id, problem });
        feedback = [problem, `Offered: ${chosen.frame.capabilityIds.join(", ")}`];
        width = parsed.problem.kind === "unknown-capability" ? "wide" : "one";
        continue;
      }
      // A second problem makes the reply the answer; an empty one is asked once more without tools.
      const answer = parsed.answer.trim();
      return answer === "" ? ended(record, refusals) : answered(record, answer, cut);
    }
    width = "normal";
    if (!parsed.isToolCall) {
      const answer = parsed.answer.trim();
      return answer === "" ? ended(record, refusals) : answered(record, answer, cut);
    }
    if (parsed.note !== undefined) record.machine.note(parsed.note, { operation: record.step.operation });
    waiting = parsed.rest ?? waiting;
    const outcome = await callChosen(run, lane, record, chosen, parsed, refusals);
    if (outcome === "selection-only") return { kind: "selection-only" };
    if (outcome !== null) feedback = outcome;
    if (record.toolsEnded) return ended(record, refusals, feedback);
  }
  return ended(record, refusals, feedback);
}

/** What was refused or failed is told to whoever writes the answer, however many turns ago it was. */
function ended(record: StepRecord, refusals: ReadonlySet<string>, feedback: readonly string[] = []): ToolPhaseOutcome {
  return {
    kind: record.observations.length > 0 ? "observed" : "no-tools",
    feedback: [...new Set([...refusals, ...feedback])],
  };
}

function answered(record: StepRecord, answer: string, cut: boolean): ToolPhaseOutcome {
  return { kind: "answered", answer, grounded: record.observations.some((shown) => shown.outcome === "ok"), cut };
}

/** What was asked for or answered, and whether the reply was cut. */
interface Reply {
  readonly parsed: ParsedToolCall;
  readonly cut: boolean;
}

async function askForCall(
  run: Run,
  lane: number,
  record: StepRecord,
  chosen: ChosenTools,
  feedback: readonly string[],
  purpose: "tool" | "reask",
): Promise<Reply> {
  const frame = positionFrame(run, lane, record, {
    tools: chosen.frame,
    selection: chosen.selection,
    ...(feedback.length === 0 ? {} : { feedback }),
  });
  const outcome = await callModel(run, lane, record, purpose, frame.toSections(), {
    schema: chosen.frame.outputSchema(),
    tools: chosen.frame.capabilities.map((slot) => ({
      id: slot.capabilityId,
      description: slot.assignment,
      inputSchema: slot.inputSchema,
    })),
  });
  const parsed = parseToolCall(
    {
      text: outcome.text,
      toolCalls: outcome.toolCalls,
      ...(outcome.finishReason === undefined ? {} : { finishReason: outcome.finishReason }),
    },
    chosen.frame,
  );
  return { parsed, cut: outcome.finishReason === "length" };
}

/** Runs the call; returns what to tell the model of it, or null when the observation says it. */
async function callChosen(
  run: Run,
  lane: number,
  record: StepRecord,
  chosen: ChosenTools,
  parsed: ParsedToolCall,
  refusals: Set<string>,
): Promise<string[] | null | "selection-only"> {
  const capabilityId = parsed.capabilityId;
  const descriptor = capabilityId === null ? undefined : run.fabric?.get(capabilityId);
  if (descriptor === undefined || capabilityId === null) return [`unknown-capability: ${capabilityId ?? ""}`];
  const outcome = await callTool(run, lane, record, descriptor, parsed.arguments, chosen.frame.capabilityIds);
  if (outcome.kind === "selection-only") return "selection-only";
  if (outcome.kind === "refused") {
    const refusal = `The call to ${capabilityId} was refused: ${REFUSALS[outcome.reason] ?? outcome.reason}.`;
    if (outcome.reason !== "loop_guard") refusals.add(refusal);
    return [refusal];
  }
  if (outcome.outcome === "ok") return null;
  // Plan repair: another capability, or the step goes on with the failure told (POS-RUN-02).
  const failedBefore = record.failedCapabilities.includes(capabilityId);
  record.failedCapabilities.push(capabilityId);
  if (failedBefore || outcome.outcome === "lost") {
    record.setAside.push(capabilityId);
    emit(run, lane, "step_replanned", { stepId: record.step.id, reason: `${capabilityId} failed`, capabilityId });
  }
  return [`The call to ${capabilityId} ended as ${outcome.outcome}: ${outcome.observation.summary}`];
}
