import type { RunEvent } from "@pelorus/core";

/** Counts how far a run is, by its events. */
export class DoneSteps {
  #planned = 0;
  readonly #done = new Set<string>();

  add(event: RunEvent): void {
    if (event.kind === "intent_classified") this.#planned = event.data.steps.length;
    if (event.kind === "step_integrated" && event.data.outcome === "done") this.#done.add(event.data.stepId);
  }

  /** `2 of 3 operations`; without a plan it cannot be counted. */
  text(): string {
    return this.#planned === 0 ? "the run as far as it came" : `${this.#done.size} of ${this.#planned} operations`;
  }
}
