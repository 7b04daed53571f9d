import { utf8Length } from "../contract/estimate-tokens.js";
import { type PromptSection, SECTION_SEPARATOR } from "../contract/prompt-section.js";
import { budgetLimits, type LimitOptions } from "./budget-limits.js";

/**
 * True when the byte bound settles the budget: the untrimmed prompt, the whole requested output and the margin fit the
 * window even if every byte were a token. Only otherwise an encoding is worth loading (POS-BUD-04).
 */
export function fitsByBound(prompt: string | readonly PromptSection[], options: LimitOptions): boolean {
  const limits = budgetLimits(options);
  let bytes = limits.overhead;
  if (typeof prompt === "string") bytes += utf8Length(prompt);
  else {
    let parts = 0;
    for (const { text, render, renderedBytes } of prompt) {
      if (text === "") continue;
      bytes += renderedBytes ?? utf8Length(render === undefined ? text : render(text));
      parts += 1;
    }
    bytes += Math.max(0, parts - 1) * SECTION_SEPARATOR.length;
  }
  // POS-BUD-04: requested, not minimum: a bound that shortened the answer would cost what an exact count would not.
  return bytes + limits.requested + limits.margin <= limits.window;
}
