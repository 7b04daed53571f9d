import { ContextOverflowError } from "../contract/error.js";
import { utf8Length } from "../contract/estimate-tokens.js";
import {
  type BudgetResult,
  type PromptSection,
  SECTION_SEPARATOR,
  type TrimMode,
  type TrimRecord,
} from "../contract/prompt-section.js";
import type { TokenCounter } from "../contract/token-counter.js";
import { type BudgetLimits, budgetLimits, type LimitOptions } from "./budget-limits.js";
import { byteBound } from "./byte-bound.js";
import { CounterFailure, checkedCounter } from "./checked-counter.js";
import { type BudgetPart, type KeptPart, planTrims, type TrimPlan, trimOrder } from "./plan-trims.js";

export interface GuardOptions extends LimitOptions {
  /** The byte bound when absent. A plain function counts as inexact unless `exact` says otherwise. */
  readonly countTokensFn?: TokenCounter | ((text: string) => number) | undefined;
  readonly exact?: boolean | undefined;
  readonly counterName?: string | undefined;
}

/** A prompt that fits, and how it was made to. */
export interface GuardedPrompt extends BudgetResult {
  /** UTF-8 bytes of `prompt`. */
  readonly promptBytes: number;
  /** `prompt` under the name of the seed. */
  readonly safePrompt: string;
  /** `maxOutputTokens` under the name of the seed; at least 1. */
  readonly safeMaxTokens: number;
  /** Tokens sent beside the prompt; part of `inputTokens`. */
  readonly overheadTokens: number;
  /** Name of the counter behind the numbers. */
  readonly counter: string;
  /** What went wrong on the way, one sentence each: a counter that had to be replaced. */
  readonly notes: readonly string[];
}

/**
 * Makes input + reserved output + margin fit the window (POS-BUD-02). Synchronous, linear in the input, and never
 * raises a number it was given. A string is one section that gives way at its front, so that its end survives.
 *
 * Throws `ContextOverflowError` when the protected sections alone do not fit, `InvalidOptionsError` for numbers out of range.
 */
export function guardPromptBudget(prompt: string | readonly PromptSection[], options: GuardOptions): GuardedPrompt {
  const limits = budgetLimits(options);
  // POS-BUD-14: the end of a plain prompt is the task, its front the oldest context.
  const sections =
    typeof prompt === "string" ? [{ name: "prompt", text: prompt, priority: 0, trim: "oldest-line" } as const] : prompt;
  const counter = counterOf(options);
  try {
    return guard(sections, limits, counter, []);
  } catch (error) {
    if (!(error instanceof CounterFailure)) throw error;
    return guard(sections, limits, byteBound, [error.message]);
  }
}

function counterOf(options: GuardOptions): TokenCounter {
  const given = options.countTokensFn;
  if (given === undefined) return byteBound;
  if (typeof given !== "function") return given;
  return { name: options.counterName ?? "countTokensFn", exact: options.exact ?? false, count: given };
}

function guard(
  sections: readonly PromptSection[],
  limits: BudgetLimits,
  counter: TokenCounter,
  notes: readonly string[],
): GuardedPrompt {
  const count = counter === byteBound ? byteBound.count : checkedCounter(counter);
  const texts: string[] = [];
  const present: PromptSection[] = [];
  for (const section of sections) {
    if (section.text === "") continue;
    present.push(section);
    texts.push(section.render === undefined ? section.text : section.render(section.text));
  }
  const whole = texts.length === 1 ? (texts[0] as string) : texts.join(SECTION_SEPARATOR);
  const tokens = present.map(({ renderedBytes }, index) =>
    counter === byteBound && renderedBytes !== undefined ? renderedBytes : count(texts[index] as string),
  );
  const wholeTokens =
    counter === byteBound ? joinedBytes(tokens) : texts.length === 1 ? (tokens[0] as number) : count(whole);
  const parts = present.map(
    (section, index): BudgetPart => ({
      section,
      rendered: texts[index] as string,
      tokens: tokens[index] as number,
      index,
    }),
  );
  const finish = (text: string, textTokens: number, output: number, plan: TrimPlan | null): GuardedPrompt => ({
    prompt: text,
    promptBytes: counter === byteBound ? textTokens : utf8Length(text),
    inputTokens: textTokens + limits.overhead,
    maxOutputTokens: output,
    exact: counter.exact,
    sections: partSizes(parts, plan),
    trims: plan === null ? [] : trimRecords(parts, plan),
    safePrompt: text,
    safeMaxTokens: output,
    overheadTokens: limits.overhead,
    counter: counter.name,
    notes,
  });

  // POS-BUD-02: what the prompt may count when only the minimum is left for the answer.
  const allowed = limits.window - limits.margin - limits.minimum - limits.overhead;
  if (wholeTokens <= allowed) {
    const free = limits.window - limits.margin - limits.overhead - wholeTokens;
    return finish(whole, wholeTokens, Math.min(limits.requested, free), null);
  }
  const fitted = fit(parts, count, allowed);
  // An empty prompt would fit every window and ask nothing: it is an overflow as much as protected text is.
  if (fitted === null || fitted.text === "") throw overflow(parts, limits, count);
  return finish(fitted.text, fitted.tokens, limits.minimum, fitted.plan);
}

/** Bytes add up, tokens need not. */
function joinedBytes(parts: readonly number[]): number {
  const separators = Math.max(0, parts.length - 1) * SECTION_SEPARATOR.length;
  return parts.reduce((sum, bytes) => sum + bytes, separators);
}

interface Fitted {
  readonly text: string;
  readonly tokens: number;
  readonly plan: TrimPlan;
}

/**
 * Plans by the counts of lines, recounts the prompt that results, and corrects once: counts of parts need not add up to
 * the count of the whole. A counter so uneven that this fails twice is met by halving, whose cost is a geometric series.
 */
function fit(parts: readonly BudgetPart[], count: (text: string) => number, allowed: number): Fitted | null {
  const order = trimOrder(parts);
  const separator = count(SECTION_SEPARATOR);
  const fixed =
    parts.reduce((sum, part) => sum + (part.section.trim === "never" ? part.tokens + separator : 0), 0) - separator;
  const attempt = (target: number): Fitted => {
    const plan = planTrims(parts, order, count, separator, target);
    const text = joinKept(parts, plan.kept);
    return { text, tokens: count(text), plan };
  };

  let flexible = allowed - fixed;
  const first = attempt(allowed);
  if (first.tokens <= allowed) {
    const slack = allowed - first.tokens;
    if (first.plan.nextTokens === 0 || first.plan.nextTokens > slack) return first;
    // The lines count more one by one than together: use the room that showed up, if it really is there.
    const share = flexible / Math.max(1, first.tokens - fixed);
    const second = attempt(allowed + Math.floor(slack * Math.max(1, share)));
    return second.tokens <= allowed ? second : first;
  }
  if (first.plan.bare) return null;
  flexible -= first.tokens - allowed + 1;
  for (;;) {
    const next = attempt(fixed + flexible);
    if (next.tokens <= allowed) return next;
    if (next.plan.bare) return null;
    flexible = flexible > 1 ? flexible >> 1 : 2 * Math.min(flexible, 0) - 1;
  }
}

function joinKept(parts: readonly BudgetPart[], kept: ReadonlyMap<BudgetPart, KeptPart>): string {
  const texts: string[] = [];
  for (const part of parts) {
    const cut = kept.get(part);
    if (cut === undefined) texts.push(part.rendered);
    else if (cut.text !== null) texts.push(part.section.render?.(cut.text) ?? cut.text);
  }
  return texts.join(SECTION_SEPARATOR);
}

function partSizes(parts: readonly BudgetPart[], plan: TrimPlan | null): { name: string; tokens: number }[] {
  const sizes: { name: string; tokens: number }[] = [];
  for (const part of parts) {
    const cut = plan?.kept.get(part);
    if (cut?.text === null) continue;
    sizes.push({ name: part.section.name, tokens: cut?.tokens ?? part.tokens });
  }
  return sizes;
}

function trimRecords(parts: readonly BudgetPart[], plan: TrimPlan): TrimRecord[] {
  const records: TrimRecord[] = [];
  for (const part of parts) {
    const cut = plan.kept.get(part);
    if (cut === undefined) continue;
    const { name, text, trim } = part.section;
    // POS-BUD-07: every cut is told, with what it cost.
    records.push({
      section: name,
      mode: trim,
      tokensBefore: part.tokens,
      tokensAfter: cut.tokens,
      linesRemoved: cut.text === null ? 1 + lineBreaks(text) : lineBreaks(removedPart(text, cut.text, trim)),
    });
  }
  return records;
}

function removedPart(text: string, kept: string, trim: TrimMode): string {
  return trim === "tail" ? text.slice(kept.length) : text.slice(0, text.length - kept.length);
}

function lineBreaks(text: string): number {
  let breaks = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) breaks += 1;
  return breaks;
}

function overflow(
  parts: readonly BudgetPart[],
  limits: BudgetLimits,
  count: (text: string) => number,
): ContextOverflowError {
  const protectedParts = parts.filter((part) => part.section.trim === "never");
  // Where nothing is protected, what cannot fit is the prompt itself.
  const needing = protectedParts.length > 0 ? protectedParts : parts;
  // POS-BUD-03: the error says what would have been needed and which section needs most of it.
  return new ContextOverflowError({
    window: limits.window,
    margin: limits.margin,
    reserved: limits.minimum,
    needed:
      count(needing.map((part) => part.rendered).join(SECTION_SEPARATOR)) +
      limits.overhead +
      limits.margin +
      limits.minimum,
    sections: parts.map((part) => ({
      name: part.section.name,
      tokens: part.tokens,
      protected: part.section.trim === "never",
    })),
  });
}
