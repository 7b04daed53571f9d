import { type JsonObject, stateDocument } from "../conversation/state-document.js";
import type { UiMessageChunk } from "./ui-message-chunk.js";
import type { UiMessageState } from "./ui-message-state.js";

/**
 * Data parts for what the message does not say yet: one for each operation, one for the budget, one for the rest. Their
 * ids stay, so that a client's parts change in place. Returns the state that knows they were told.
 */
export function tellData(runId: string, state: UiMessageState): [UiMessageState, UiMessageChunk[]] {
  const document = stateDocument(runId, state.progress) as { steps: JsonObject[]; budget: JsonObject } & JsonObject;
  const { steps, budget, ...rest } = document;
  const parts: Extract<UiMessageChunk, { type: `data-${string}` }>[] = [
    ...steps.map((data) => ({ type: "data-operation" as const, id: `${runId}/${String(data.step_id)}`, data })),
    { type: "data-budget", id: `${runId}/budget`, data: budget },
    {
      type: "data-state",
      id: `${runId}/state`,
      data: state.refused.length === 0 ? rest : { ...rest, refused: state.refused },
    },
  ];
  const told = new Map(state.toldData);
  const changed = parts.filter(({ id, data }) => {
    const text = JSON.stringify(data);
    if (told.get(id) === text) return false;
    told.set(id, text);
    return true;
  });
  return changed.length === 0 ? [state, []] : [{ ...state, toldData: told }, changed];
}
