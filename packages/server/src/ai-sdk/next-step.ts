import type { UiMessageChunk } from "./ui-message-chunk.js";
import type { UiMessageState } from "./ui-message-state.js";

/**
 * Called before anything new is shown. What comes after the results of calls stands in a step of its own, as clients
 * expect: they send a message again by themselves when all calls of its last step have their results.
 */
export function nextStep(state: UiMessageState): [UiMessageState, UiMessageChunk[]] {
  const calls = Object.values(state.tools).filter(({ step }) => step === state.step);
  if (!state.isStepOpen || calls.length === 0 || calls.some(({ settled }) => !settled)) return [state, []];
  return [{ ...state, step: state.step + 1 }, [{ type: "finish-step" }, { type: "start-step" }]];
}
