import type { ModelUsage } from "@pelorus/core";
import { modelUsage } from "../wire/model-usage.js";

/**
 * Usage of a message in our terms (POS-BUD-13): this vendor's `input_tokens` counts neither what came from its cache nor
 * what was written to it. Reports of a stream are cumulative and may leave numbers out, so later ones add to earlier ones.
 */
export class MessageUsage {
  #reported: Record<string, unknown> = {};

  add(reported: unknown): void {
    if (typeof reported !== "object" || reported === null) return;
    for (const [name, value] of Object.entries(reported)) if (value !== null) this.#reported[name] = value;
  }

  /** Undefined while nothing was reported. */
  get usage(): ModelUsage | undefined {
    const { input_tokens: input, output_tokens: output, output_tokens_details: details } = this.#reported;
    const { cache_read_input_tokens: cached, cache_creation_input_tokens: written } = this.#reported;
    return modelUsage({
      input,
      besideInput: [cached, written],
      output,
      cached,
      cacheWrite: written,
      reasoning: (details as { thinking_tokens?: unknown } | undefined)?.thinking_tokens,
    });
  }
}
