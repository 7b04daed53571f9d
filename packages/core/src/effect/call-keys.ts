import type { ModelCallSpec } from "./model-call.js";

/** Structural keys of model calls: `run_id/step_id/attempt/act`, and `.n` from the second call of the same place on. */
export class CallKeys {
  readonly #runId: string;
  readonly #counts = new Map<string, number>();

  constructor(runId: string) {
    this.#runId = runId;
  }

  next(spec: ModelCallSpec): string {
    const base = this.#base(spec);
    const calls = (this.#counts.get(base) ?? 0) + 1;
    this.#counts.set(base, calls);
    return keyOf(base, calls);
  }

  /** The key of the call made last, or of the one that did not come to be made. */
  last(spec: ModelCallSpec): string {
    const base = this.#base(spec);
    return keyOf(base, this.#counts.get(base) ?? 0);
  }

  #base({ stepId, attempt, act }: ModelCallSpec): string {
    return `${this.#runId}/${stepId}/${attempt}/${act}`;
  }
}

function keyOf(base: string, calls: number): string {
  return calls <= 1 ? base : `${base}.${calls - 1}`;
}
