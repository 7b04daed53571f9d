import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { countInSlices } from "../../src/budget/count-in-slices.js";
import { guardPromptBudget } from "../../src/budget/guard-prompt-budget.js";
import { loadTokenCounter } from "../../src/effect/load-token-counter.js";

describe("counting in slices", () => {
  /** Records what it was asked to count. */
  const recorder = () => {
    const asked: string[] = [];
    return {
      asked,
      count: (text: string) => {
        asked.push(text);
        return text.length;
      },
    };
  };

  it(`${verifies("POS-BUD-04")}leaves ordinary text in one piece, however long`, () => {
    const { asked, count } = recorder();
    const text = "some words and more\n".repeat(5000);
    expect(countInSlices(text, count)).toBe(text.length);
    expect(asked).toEqual([text]);
  });

  it(`${verifies("POS-BUD-04")}cuts runs over 1,000 characters, loses nothing and splits no surrogate pair`, () => {
    for (const text of [
      "x".repeat(5000),
      `before ${"y".repeat(2500)} after and on`,
      `${"a".repeat(1000)} ${"b".repeat(1001)}`,
      " ".repeat(3000),
      `odd${"🌍".repeat(2000)}`,
      `words ${"z".repeat(1500)}`,
      `${"z".repeat(1500)} words`,
    ]) {
      const { asked, count } = recorder();
      expect(countInSlices(text, count)).toBe(text.length);
      expect(asked.join("")).toBe(text);
      expect(asked.length).toBeGreaterThan(1);
      for (const slice of asked) {
        expect(slice.isWellFormed()).toBe(true);
        const longest = Math.max(...slice.split(/\s/).map((run) => run.length));
        expect(longest).toBeLessThanOrEqual(1001);
      }
    }
  });
});

describe("tiktoken", () => {
  it(`${verifies("POS-BUD-04")}counts exactly, special tokens as plain text, one encoder per process`, async () => {
    const counter = await loadTokenCounter("o200k_base");
    expect(counter).toMatchObject({ name: "o200k_base", exact: true });
    expect(counter.count("")).toBe(0);
    expect(counter.count("hello world")).toBe(2);
    // As a special token this would be one.
    expect(counter.count("<|endoftext|>")).toBeGreaterThan(1);
    expect(counter.count("\ud800")).toBeGreaterThan(0);
    expect(await loadTokenCounter()).toBe(counter);
    expect(await loadTokenCounter("no_such_encoding")).toBe(counter);
    const other = await loadTokenCounter("cl100k_base");
    expect(other.name).toBe("cl100k_base");
    expect(other).not.toBe(counter);
  });

  it(`${verifies("POS-BUD-04", "POS-BUD-02")}guards a long unbroken text with an exact count`, async () => {
    const counter = await loadTokenCounter();
    const noise = Array.from({ length: 20_000 }, (_, at) => "qxzvkwjy"[(at * at) % 8]).join("");
    const result = guardPromptBudget(noise, { contextWindow: 2000, requestedMaxTokens: 500, countTokensFn: counter });
    expect(result.exact).toBe(true);
    expect(result.inputTokens).toBe(counter.count(result.prompt));
    expect(result.inputTokens + result.maxOutputTokens + 256).toBeLessThanOrEqual(2000);
    // No more was cut than had to be.
    expect(result.inputTokens).toBeGreaterThan(1500);
    expect(noise.endsWith(result.prompt)).toBe(true);
  });

  it(`${verifies("POS-BUD-04")}no text makes more tokens than it has bytes`, async () => {
    const counter = await loadTokenCounter();
    for (const text of ["plain words", "中文句子", "𝕳𝖊𝖑𝖑𝖔", "👩‍👩‍👧‍👦", "\u0000\u0001\ud800", "ꙮ꙰", "zxqj".repeat(50)]) {
      expect(counter.count(text)).toBeLessThanOrEqual(Buffer.byteLength(text));
    }
  });
});
