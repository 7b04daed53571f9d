import type { RunEvent } from "@pelorus/core";
import type { UiFinishReason, UiMessageChunk } from "./ui-message-chunk.js";
import type { UiMessageState } from "./ui-message-state.js";

/** Reasons for which a run ends because somebody wanted it to. */
const STOPPED_BY_PEOPLE: ReadonlySet<string> = new Set(["aborted", "user_aborted"]);

/** The last chunks of a message, for the event its stretch of the run ends with. */
export function finishMessage(state: UiMessageState, event: RunEvent): [UiMessageState, UiMessageChunk[]] {
  const { progress } = state;
  const chunks: UiMessageChunk[] = [];
  if (state.reasoning !== null) chunks.push({ type: "reasoning-end", id: state.reasoning });
  if (state.text?.isShown === true) {
    const { id } = state.text;
    chunks.push(state.drafts === "text" ? { type: "text-end", id } : { type: "reasoning-end", id: `${id}/draft` });
  }
  const metadata = {
    run_id: event.runId,
    status: progress.status,
    usage: { input_tokens: progress.budget.inputTokens, output_tokens: progress.budget.outputTokens },
  };
  if (event.kind !== "run_finished") {
    const asksInText = progress.pending.every(({ kind }) => kind === "clarification");
    const finishReason: UiFinishReason = asksInText ? "stop" : "tool-calls";
    // The step goes on: what was asked in it is answered in it.
    return [state, [...chunks, { type: "finish", finishReason, messageMetadata: metadata }]];
  }
  const { status, haltReason, error } = event.data;
  // What a halted run had written is all there is of an answer.
  if (status === "halted" && state.givenUp !== "" && state.drafts !== "text") {
    const id = `${event.runId}/partial`;
    const providerMetadata = { pelorus: { complete: false } };
    chunks.push(
      { type: "text-start", id, providerMetadata },
      { type: "text-delta", id, delta: state.givenUp },
      { type: "text-end", id, providerMetadata },
    );
  }
  if (state.isStepOpen) chunks.push({ type: "finish-step" });
  let finishReason: UiFinishReason = error?.code === "incomplete_output" ? "length" : "stop";
  if (status === "halted") {
    if (STOPPED_BY_PEOPLE.has(haltReason ?? "")) {
      finishReason = "other";
      chunks.push({ type: "abort", reason: haltReason ?? "aborted" });
    } else {
      finishReason = "error";
      chunks.push({ type: "error", errorText: error?.message ?? `The run was halted: ${haltReason ?? "halted"}.` });
    }
  }
  const messageMetadata = haltReason === undefined ? metadata : { ...metadata, halt_reason: haltReason };
  chunks.push({ type: "finish", finishReason, messageMetadata });
  return [{ ...state, isStepOpen: false, reasoning: null }, chunks];
}
