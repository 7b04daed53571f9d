import { type JsonObject, stateDocument } from "../conversation/state-document.js";
import type { RunProgress } from "../runs/run-documents.js";
import type { UiMessageChunk } from "./ui-message-chunk.js";
import type { UiMessageState } from "./ui-message-state.js";

/**
 * Data parts for what has changed: one for each operation, one for the budget, one for the rest. Their ids stay, so that
 * a client's parts change in place. `before` is null where all of them are to be told.
 */
export function dataParts(
  runId: string,
  before: RunProgress | null,
  state: UiMessageState,
): { readonly parts: UiMessageChunk[]; readonly statePart: string } {
  const { progress, refused } = state;
  const isNew = before === null;
  const steps = isNew || before.steps !== progress.steps;
  const budget = isNew || before.budget !== progress.budget;
  const document = stateDocument(runId, progress) as { steps: JsonObject[]; budget: JsonObject } & JsonObject;
  const { steps: operations, budget: spent, ...rest } = document;
  const parts: UiMessageChunk[] = [];
  if (steps) {
    for (const [index, data] of operations.entries()) {
      if (!isNew && before.steps[index] === progress.steps[index]) continue;
      parts.push({ type: "data-operation", id: `${runId}/${String(data.step_id)}`, data });
    }
  }
  if (budget) parts.push({ type: "data-budget", id: `${runId}/budget`, data: spent });
  const whole: JsonObject = refused.length === 0 ? rest : { ...rest, refused };
  const statePart = JSON.stringify(whole);
  if (isNew || statePart !== state.statePart) parts.push({ type: "data-state", id: `${runId}/state`, data: whole });
  return { parts, statePart };
}
