import type { PromptSection } from "../contract/prompt-section.js";
import { TextCutter } from "./text-cutter.js";

/** A section as the guard works on it. */
export interface BudgetPart {
  readonly section: PromptSection;
  /** Prompt text of the whole section. */
  readonly rendered: string;
  readonly tokens: number;
  /** Position in the prompt, counted from 0. */
  readonly index: number;
  /** Tokens the rendering adds to the text (heading, fence lines), and the cutter: both made when first needed. */
  frameTokens?: number;
  cutter?: TextCutter;
}

/** What is left of one part: null when nothing is. */
export interface KeptPart {
  readonly text: string | null;
  readonly tokens: number;
}

/** Which parts stay and how much of each, by the counts of lines; the whole is recounted afterwards. */
export interface TrimPlan {
  readonly kept: ReadonlyMap<BudgetPart, KeptPart>;
  /** True when nothing but protected parts is left. */
  readonly bare: boolean;
  /** Tokens of the first line that was given up, where a section was cut at a line. */
  readonly nextTokens: number;
}

/** Parts that may give way, in the order in which they do: lowest priority first, then by position. */
export function trimOrder(parts: readonly BudgetPart[]): BudgetPart[] {
  return parts
    .filter((part) => part.section.trim !== "never")
    .sort((a, b) => a.section.priority - b.section.priority || a.index - b.index);
}

/** Decides the cuts that bring the sum of counts to `target`. `separator` is what stands between two parts, in tokens. */
export function planTrims(
  parts: readonly BudgetPart[],
  order: readonly BudgetPart[],
  count: (text: string) => number,
  separator: number,
  target: number,
): TrimPlan {
  const kept = new Map<BudgetPart, KeptPart>();
  let sum = (parts.length - 1) * separator;
  for (const part of parts) sum += part.tokens;
  let gone = 0;
  let nextTokens = 0;
  for (const part of order) {
    // POS-BUD-03: stop as soon as all fits; what has the higher claim is not touched.
    if (sum <= target) break;
    const { section } = part;
    part.frameTokens ??= section.render === undefined ? 0 : count(section.render(""));
    const budget = part.tokens - (sum - target) - part.frameTokens;
    let cut = null;
    if (section.trim !== "drop" && budget > 0) {
      part.cutter ??= new TextCutter(section.text, section.trim as "oldest-line" | "tail", section.atoms, count);
      cut = part.cutter.keep(budget);
    }
    if (cut === null) {
      kept.set(part, { text: null, tokens: 0 });
      sum -= part.tokens + separator;
      gone += 1;
      nextTokens = 0;
    } else {
      const tokens = cut.tokens + part.frameTokens;
      kept.set(part, { text: cut.text, tokens });
      sum -= part.tokens - tokens;
      nextTokens = cut.nextTokens;
    }
  }
  return { kept, bare: gone === order.length, nextTokens };
}
