import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { guardPromptBudget } from "../../src/budget/guard-prompt-budget.js";
import { TextCutter } from "../../src/budget/text-cutter.js";
import { ContextOverflowError } from "../../src/contract/error.js";
import { type PromptSection, SECTION_SEPARATOR, type TrimMode } from "../../src/contract/prompt-section.js";
import { anyText, anyTokenizer, tokenizers } from "./tokenizers.js";

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** All grapheme boundaries of a text, found by walking through it. */
function boundaries(text: string): Set<number> {
  return new Set([...[...segmenter.segment(text)].map(({ index }) => index), text.length]);
}

const OPEN = "\u0001";
const CLOSE = "\u0002";
const marked = (name: string) => (text: string) => `${OPEN}${name}:${text}${CLOSE}`;

const anySections = fc
  .array(
    fc.record({
      text: anyText.map((text) => text.replaceAll(OPEN, "").replaceAll(CLOSE, "")),
      priority: fc.integer({ min: 0, max: 5 }),
      trim: fc.constantFrom<TrimMode>("never", "oldest-line", "tail", "drop", "oldest-line", "tail"),
      spans: fc.array(
        fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 0.4, noNaN: true })),
        {
          maxLength: 4,
        },
      ),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((list) =>
    list.map(({ text, priority, trim, spans }, index): PromptSection => {
      const edges = [...boundaries(text)].sort((a, b) => a - b);
      const edge = (share: number) => edges[Math.min(edges.length - 1, Math.floor(share * edges.length))] ?? 0;
      const atoms = spans
        .map(([start, size]): [number, number] => [edge(start), edge(Math.min(1, start + size))])
        .filter(([start, end]) => start < end);
      return { name: `s${index}`, text, priority, trim, atoms, render: marked(`s${index}`) };
    }),
  );

const anyLimits = fc.record({
  contextWindow: fc.integer({ min: 1, max: 900 }),
  requestedMaxTokens: fc.integer({ min: 1, max: 300 }),
  safetyMargin: fc.option(fc.integer({ min: 0, max: 60 }), { nil: undefined }),
  minOutputTokens: fc.option(fc.integer({ min: 0, max: 80 }), { nil: undefined }),
  overheadTokens: fc.option(fc.integer({ min: 0, max: 40 }), { nil: undefined }),
});

/** What is left of each section, read back from the prompt. */
function keptTexts(prompt: string): Map<string, string> {
  const kept = new Map<string, string>();
  for (const part of prompt.split(OPEN).slice(1)) {
    const close = part.indexOf(CLOSE);
    const colon = part.indexOf(":");
    kept.set(part.slice(0, colon), part.slice(colon + 1, close));
  }
  return kept;
}

describe("any sections, any tokenizer", () => {
  it(`${verifies("POS-BUD-02", "POS-BUD-03")}input, reserved output and margin fit the window, or only protected text is to blame`, () => {
    let guarded = 0;
    let refused = 0;
    fc.assert(
      fc.property(anySections, anyLimits, anyTokenizer, (sections, limits, { count }) => {
        const margin = limits.safetyMargin ?? Math.min(256, Math.floor(limits.contextWindow / 2));
        const minimum = Math.min(limits.minOutputTokens ?? 128, limits.requestedMaxTokens);
        const overhead = limits.overheadTokens ?? 0;
        try {
          const result = guardPromptBudget(sections, { ...limits, countTokensFn: count });
          guarded += 1;
          expect(result.inputTokens).toBe(count(result.prompt) + overhead);
          expect(result.inputTokens + result.maxOutputTokens + margin).toBeLessThanOrEqual(limits.contextWindow);
          expect(result.maxOutputTokens).toBeGreaterThanOrEqual(minimum);
          expect(result.maxOutputTokens).toBeLessThanOrEqual(limits.requestedMaxTokens);
          if (result.trims.length > 0) expect(result.maxOutputTokens).toBe(minimum);
        } catch (error) {
          if (!(error instanceof ContextOverflowError)) throw error;
          refused += 1;
          expect(error.isRetryable).toBe(false);
          const bare = sections.filter(({ trim, text }) => trim === "never" && text !== "");
          const prompt = bare.map(({ text, render }) => render?.(text)).join(SECTION_SEPARATOR);
          // Where nothing is protected, an empty prompt is all that would fit.
          if (bare.length > 0) {
            expect(count(prompt) + overhead + minimum + margin).toBeGreaterThan(limits.contextWindow);
          }
        }
      }),
      { numRuns: 1500 },
    );
    // Both ends of the property must have been met, or it says nothing.
    expect(guarded).toBeGreaterThan(200);
    expect(refused).toBeGreaterThan(50);
  });

  it(`${verifies("POS-BUD-01", "POS-BUD-06")}protected sections stay whole; no cut falls inside a grapheme, a surrogate pair or an atom`, () => {
    let cuts = 0;
    fc.assert(
      fc.property(
        anySections,
        fc.integer({ min: 20, max: 1000 }).map((perMille) => perMille / 1000),
        anyTokenizer,
        (sections, share, { count }) => {
          // A window that holds what is protected and some share of the rest: every case cuts something.
          const bare = sections.map((section) => (section.trim === "never" ? section : { ...section, text: "" }));
          const size = (list: readonly PromptSection[]) =>
            count(list.flatMap(({ text, render }) => (text === "" ? [] : [render?.(text)])).join(SECTION_SEPARATOR));
          const contextWindow = 16 + size(bare) + Math.floor(share * Math.max(0, size(sections) - size(bare)));
          let prompt: string;
          try {
            const limits = { contextWindow, requestedMaxTokens: 8, safetyMargin: 8, countTokensFn: count };
            prompt = guardPromptBudget(sections, limits).prompt;
          } catch {
            return;
          }
          const kept = keptTexts(prompt);
          for (const { name, text, trim, atoms = [] } of sections) {
            if (text === "") continue;
            const left = kept.get(name);
            if (trim === "never") expect(left).toBe(text);
            if (left === undefined || left === text) continue;
            cuts += 1;
            expect(trim === "oldest-line" || trim === "tail").toBe(true);
            const cut = trim === "oldest-line" ? text.length - left.length : left.length;
            expect(trim === "oldest-line" ? text.slice(cut) : text.slice(0, cut)).toBe(left);
            expect(boundaries(text).has(cut)).toBe(true);
            for (const [start, end] of atoms) expect(cut <= start || cut >= end).toBe(true);
          }
        },
      ),
      { numRuns: 1500 },
    );
    expect(cuts).toBeGreaterThan(150);
  });

  it.each(["oldest-line", "tail"] as const)(
    `${verifies("POS-BUD-05")}%s: a second budget counts no line again but those near its cut`,
    (mode) => {
      const text = Array.from({ length: 2000 }, (_, at) => `line ${at}`).join("\n");
      let counted = 0;
      const cutter = new TextCutter(text, mode, undefined, (part) => {
        counted += part.length;
        return part.length;
      });
      const whole = text.length;
      const first = cutter.keep(Math.floor(whole * 0.8));
      expect(counted).toBeLessThan(whole * 0.81);
      const before = counted;
      const second = cutter.keep(Math.floor(whole * 0.6));
      const third = cutter.keep(Math.floor(whole * 0.8));
      expect(counted - before).toBeLessThan(whole * 0.1);
      expect(third).toEqual(first);
      expect(second?.tokens).toBeGreaterThan(whole * 0.59);
      expect(second?.tokens).toBeLessThanOrEqual(whole * 0.6);
    },
  );

  it(`${verifies("POS-BUD-05")}counts every line once and the whole at most three times`, () => {
    for (const [name, count] of Object.entries(tokenizers)) {
      // Growing faster than the text, a counter may be corrected by halving; its recounts are a geometric series.
      if (name === "faster than its text" || name === "distinct characters") continue;
      const lines = Array.from({ length: 2000 }, (_, at) => `line ${at} of a long history ${"x".repeat(at % 37)}`);
      const prompt = lines.join("\n");
      let units = 0;
      let wholes = 0;
      const result = guardPromptBudget(prompt, {
        contextWindow: Math.ceil(count(prompt) / 2),
        requestedMaxTokens: 100,
        safetyMargin: 0,
        countTokensFn: (text) => {
          units += text.length;
          if (text.length > prompt.length / 8) wholes += 1;
          return count(text);
        },
      });
      expect(result.trims).toHaveLength(1);
      // The prompt once to see whether it fits, then the result at most twice.
      expect(wholes, name).toBeLessThanOrEqual(3);
      expect(units, name).toBeLessThan(3.5 * prompt.length);
    }
  });
});
