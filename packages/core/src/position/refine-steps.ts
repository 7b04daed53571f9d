import type { StlOperation } from "../contract/operation.js";
import { type DraftStep, tableOrder } from "./draft-steps.js";

/**
 * Brings drafted steps in line with a chosen set of operations, changing as little as possible: steps of chosen
 * operations stay, a step of another operation takes over a missing one, what is still missing is added for the clause
 * of the step it goes with, and steps left over go.
 */
export function refineSteps(drafts: readonly DraftStep[], chosen: readonly StlOperation[]): DraftStep[] {
  const wanted = new Set(chosen);
  const missing = chosen.filter((operation) => !drafts.some((draft) => draft.operation === operation));
  const steps: DraftStep[] = [];
  for (const draft of drafts) {
    if (wanted.has(draft.operation)) steps.push(draft);
    else {
      const taken = missing.shift();
      if (taken !== undefined) steps.push({ ...draft, operation: taken, loose: true });
    }
  }
  for (const operation of missing) insertInOrder(steps, operation);
  return steps;
}

/** Adds a step nobody stated before the first step that comes later in table order. */
function insertInOrder(steps: DraftStep[], operation: StlOperation): void {
  const place = steps.findIndex((step) => tableOrder(step.operation) > tableOrder(operation));
  const at = place < 0 ? steps.length : place;
  const beside = steps[at] ?? steps[at - 1];
  const added: DraftStep = {
    operation,
    clause: beside?.clause ?? 0,
    further: beside?.further ?? [],
    implied: steps.length > 0,
    loose: true,
    acts: beside?.acts ?? [],
  };
  steps.splice(at, 0, added);
}
