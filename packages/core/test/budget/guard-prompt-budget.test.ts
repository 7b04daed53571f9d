import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { fitsByBound } from "../../src/budget/fits-by-bound.js";
import { guardPromptBudget } from "../../src/budget/guard-prompt-budget.js";
import { ContextOverflowError, InvalidOptionsError } from "../../src/contract/error.js";
import type { PromptSection } from "../../src/contract/prompt-section.js";

/** One token per character: every number in these tests can be added up by eye. */
const characters = (text: string) => text.length;

const section = (name: string, text: string, priority: number, trim: PromptSection["trim"]): PromptSection => ({
  name,
  text,
  priority,
  trim,
});

const overflowOf = (run: () => unknown): ContextOverflowError => {
  try {
    run();
  } catch (error) {
    if (error instanceof ContextOverflowError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
};

describe("what gives way", () => {
  const sections = [
    section("rules", "rules", 100, "never"),
    section("request", "first line\nsecond line", 80, "tail"),
    section("state", "old\nnew", 40, "oldest-line"),
    section("facts", "less\nmore\nmost", 50, "oldest-line"),
    section("compass", "compass", 70, "drop"),
  ];
  const guard = (contextWindow: number) =>
    guardPromptBudget(sections, {
      contextWindow,
      requestedMaxTokens: 10,
      minOutputTokens: 10,
      safetyMargin: 0,
      countTokensFn: characters,
    });
  const whole = "rules\n\nfirst line\nsecond line\n\nold\nnew\n\nless\nmore\nmost\n\ncompass";

  it(`${verifies("POS-BUD-01", "POS-BUD-03")}the lowest priority first, and no more of it than has to`, () => {
    expect(guard(whole.length + 10).prompt).toBe(whole);
    expect(guard(whole.length + 9).prompt).toBe(whole.replace("old\n", ""));
    // The last line of the state is cut at its front before the next section is touched.
    expect(guard(whole.length + 5).prompt).toBe(whole.replace("old\nnew", "ew"));
    expect(guard(whole.length + 10 - "old\nnew\n\n".length).prompt).toBe(whole.replace("old\nnew\n\n", ""));
    expect(guard(whole.length + 9 - "old\nnew\n\n".length).prompt).toBe(whole.replace("old\nnew\n\nless\n", ""));
    expect(guard("rules\n\nfirst line\nsecond line".length + 10).prompt).toBe("rules\n\nfirst line\nsecond line");
    // At a line where there is one, and inside the first line where there is not.
    expect(guard("rules\n\nfirst line\nsecond lin".length + 10).prompt).toBe("rules\n\nfirst line");
    expect(guard("rules\n\nfirst".length + 10).prompt).toBe("rules\n\nfirst");
    expect(guard("rules".length + 10).prompt).toBe("rules");
  });

  it(`${verifies("POS-BUD-03")}puts no notice into the prompt`, () => {
    for (let window = 15; window < whole.length + 10; window += 1) {
      const { prompt } = guard(window);
      let at = 0;
      for (const piece of prompt.split("\n")) {
        at = whole.indexOf(piece, at);
        expect(at).toBeGreaterThanOrEqual(0);
        at += piece.length;
      }
    }
  });

  it(`${verifies("POS-BUD-07")}tells what was cut from where`, () => {
    const { trims, sections: sizes, exact, inputTokens, prompt } = guard(whole.length + 9 - "old\nnew\n\n".length);
    expect(trims).toEqual([
      { section: "state", mode: "oldest-line", tokensBefore: 7, tokensAfter: 0, linesRemoved: 2 },
      { section: "facts", mode: "oldest-line", tokensBefore: 14, tokensAfter: 9, linesRemoved: 1 },
    ]);
    expect(sizes).toEqual([
      { name: "rules", tokens: 5 },
      { name: "request", tokens: 22 },
      { name: "facts", tokens: 9 },
      { name: "compass", tokens: 7 },
    ]);
    expect(exact).toBe(false);
    expect(inputTokens).toBe(prompt.length);
    expect(guard(200).trims).toEqual([]);
  });

  it(`${verifies("POS-BUD-03")}says which protected section does not fit, before any call and for good`, () => {
    const error = overflowOf(() => guard(14));
    expect(error).toMatchObject({
      code: "context_overflow",
      isRetryable: false,
      window: 14,
      margin: 0,
      reserved: 10,
      needed: 15,
    });
    expect(error.sections).toContainEqual({ name: "rules", tokens: 5, protected: true });
    expect(error.sections).toContainEqual({ name: "compass", tokens: 7, protected: false });
    expect(error.message).toContain('"rules"');
  });

  it(`${verifies("POS-BUD-01")}a call and its result go together, over line ends and inside a line`, () => {
    const text = "call a\nresult a\ncall b\nresult b";
    const atoms = [
      [0, 16],
      [16, text.length],
    ] as const;
    const cut = (room: number) =>
      guardPromptBudget(
        [{ ...section("observations", text, 1, "oldest-line"), atoms }, section("task", "T", 9, "never")],
        {
          contextWindow: room + 3 + 1,
          requestedMaxTokens: 1,
          safetyMargin: 0,
          countTokensFn: characters,
        },
      ).prompt;
    expect(cut(text.length)).toBe(`${text}\n\nT`);
    expect(cut(text.length - 1)).toBe("call b\nresult b\n\nT");
    // Half a pair is worth nothing: it goes, though its result alone would fit.
    expect(cut(14)).toBe("T");
  });

  it(`${verifies("POS-BUD-06")}ends a kept beginning before CR LF, not between the two`, () => {
    const { prompt } = guardPromptBudget([section("request", "one\r\ntwo\r\nthree", 1, "tail")], {
      contextWindow: 13,
      requestedMaxTokens: 1,
      safetyMargin: 0,
      countTokensFn: characters,
    });
    expect(prompt).toBe("one\r\ntwo");
  });

  it(`${verifies("POS-BUD-06")}leaves an atom the line break that closes it`, () => {
    const { prompt } = guardPromptBudget([{ ...section("request", "one\ntwo\nthree", 1, "tail"), atoms: [[0, 8]] }], {
      contextWindow: 10,
      requestedMaxTokens: 1,
      safetyMargin: 0,
      countTokensFn: characters,
    });
    expect(prompt).toBe("one\ntwo\n");
  });

  it(`${verifies("POS-BUD-06")}cuts a single line between graphemes`, () => {
    const family = "👩‍👩‍👧‍👦";
    const cut = (text: string, room: number) =>
      guardPromptBudget(text, {
        contextWindow: room + 1,
        requestedMaxTokens: 1,
        safetyMargin: 0,
        countTokensFn: characters,
      }).prompt;
    expect(cut(`x${family}y`, family.length)).toBe("y");
    expect(cut(`x${family}y`, family.length + 1)).toBe(`${family}y`);
    expect(cut("🇩🇪🇫🇷🇪🇸", 9)).toBe("🇫🇷🇪🇸");
    expect(cut("e\u0301".repeat(5), 3)).toBe("e\u0301");
  });
});

describe("numbers of one call", () => {
  it(`${verifies("POS-BUD-02")}margin and minimum follow the window and what was asked for`, () => {
    const at = (contextWindow: number, requestedMaxTokens: number, prompt: string) =>
      guardPromptBudget(prompt, { contextWindow, requestedMaxTokens, countTokensFn: characters }).safeMaxTokens;
    expect(at(10_000, 500, "x")).toBe(500);
    expect(at(1000, 5000, "x")).toBe(1000 - 256 - 1);
    // No room for the least an answer needs: refused, not squeezed.
    expect(() => at(100, 5000, "x")).toThrow(ContextOverflowError);
    // Half of a small window is the margin; the rest is shared by input and output.
    expect(at(300, 400, "x".repeat(20))).toBe(300 - 150 - 20);
  });

  it(`${verifies("POS-BUD-14")}takes a plain prompt, keeps its end, and raises no number it was given`, () => {
    const lines = Array.from({ length: 50 }, (_, at) => `line ${at}`);
    const { safePrompt, safeMaxTokens, prompt, maxOutputTokens, counter } = guardPromptBudget(lines.join("\n"), {
      contextWindow: 200,
      requestedMaxTokens: 16,
      safetyMargin: 20,
    });
    expect(safePrompt).toBe(prompt);
    expect(safeMaxTokens).toBe(maxOutputTokens);
    // Less than the usual minimum was asked for, so less is reserved.
    expect(safeMaxTokens).toBe(16);
    expect(safePrompt.endsWith("line 48\nline 49")).toBe(true);
    expect(safePrompt.length).toBeGreaterThan(150);
    expect(counter).toBe("utf8-bytes");
    expect(() => guardPromptBudget("x", { contextWindow: 100, requestedMaxTokens: 51, safetyMargin: 50 })).toThrow(
      ContextOverflowError,
    );
  });

  it(`${verifies("POS-BUD-14")}names every number that is none`, () => {
    try {
      guardPromptBudget("x", {
        contextWindow: Number.NaN,
        requestedMaxTokens: 0,
        safetyMargin: -1,
        minOutputTokens: 1.5,
      });
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(InvalidOptionsError);
      expect((error as InvalidOptionsError).problems.map(({ option }) => option)).toEqual([
        "contextWindow",
        "requestedMaxTokens",
        "safetyMargin",
        "minOutputTokens",
      ]);
    }
  });

  it(`${verifies("POS-BUD-09")}counts what is sent beside the prompt`, () => {
    const options = { contextWindow: 100, requestedMaxTokens: 10, safetyMargin: 0, countTokensFn: characters };
    const prompt = "x".repeat(80);
    expect(guardPromptBudget(prompt, options)).toMatchObject({ inputTokens: 80, maxOutputTokens: 10 });
    const guarded = guardPromptBudget(prompt, { ...options, overheadTokens: 30 });
    expect(guarded.inputTokens).toBe(90);
    expect(guarded.prompt).toHaveLength(60);
    expect(() => guardPromptBudget(prompt, { ...options, overheadTokens: 95 })).toThrow(ContextOverflowError);
  });

  it(`${verifies("POS-BUD-02")}B002: window 1000, 700 tokens of prompt, 400 of output: shrunk or refused, never sent`, () => {
    const prompt = Array.from({ length: 70 }, (_, at) => `row ${String(at).padStart(4, "0")}.`).join("\n");
    expect(characters(prompt)).toBe(699);
    const options = { contextWindow: 1000, requestedMaxTokens: 400, safetyMargin: 0, countTokensFn: characters };
    // Input alone fits; input and reserved output do not.
    const loose = guardPromptBudget(prompt, options);
    expect(loose.inputTokens + loose.safeMaxTokens).toBeLessThanOrEqual(1000);
    expect(loose.safeMaxTokens).toBe(301);
    const strict = guardPromptBudget(prompt, { ...options, minOutputTokens: 400 });
    expect(strict.safeMaxTokens).toBe(400);
    expect(strict.inputTokens).toBeLessThanOrEqual(600);
    const error = overflowOf(() =>
      guardPromptBudget([section("task", prompt, 100, "never")], { ...options, minOutputTokens: 400 }),
    );
    expect(error.isRetryable).toBe(false);
    expect(error.needed).toBe(1099);
  });
});

describe("counters", () => {
  const options = { contextWindow: 100, requestedMaxTokens: 20, safetyMargin: 0, minOutputTokens: 10 };

  it(`${verifies("POS-BUD-04")}the byte bound settles what surely fits, whatever the script`, () => {
    expect(fitsByBound("x".repeat(80), options)).toBe(true);
    expect(fitsByBound("x".repeat(81), options)).toBe(false);
    // Three bytes a character: 26 fit, 27 do not.
    expect(fitsByBound("中".repeat(26), options)).toBe(true);
    expect(fitsByBound("中".repeat(27), options)).toBe(false);
    const sections = [section("a", "x".repeat(39), 1, "never"), section("b", "", 1, "never")];
    expect(fitsByBound([...sections, section("c", "x".repeat(39), 1, "never")], options)).toBe(true);
    expect(fitsByBound([...sections, section("c", "x".repeat(40), 1, "never")], options)).toBe(false);
    expect(guardPromptBudget("x".repeat(80), options)).toMatchObject({ exact: false, maxOutputTokens: 20 });
  });

  it(`${verifies("POS-BUD-04")}exact is what the counter says of itself`, () => {
    const counter = { name: "test", exact: true, count: characters };
    expect(guardPromptBudget("abc", { ...options, countTokensFn: counter })).toMatchObject({
      exact: true,
      counter: "test",
      inputTokens: 3,
    });
    expect(guardPromptBudget("abc", { ...options, countTokensFn: characters, exact: true }).exact).toBe(true);
    expect(guardPromptBudget("abc", { ...options, countTokensFn: characters }).exact).toBe(false);
  });

  it.each([
    [
      "throws",
      () => {
        throw new Error("out of memory");
      },
    ],
    ["returns NaN", () => Number.NaN],
    ["returns Infinity", () => Number.POSITIVE_INFINITY],
    ["returns a negative number", () => -1],
    ["returns text", () => "3" as unknown as number],
  ])(`${verifies("POS-BUD-04")}a counter that %s is replaced by the byte bound, with a note`, (_, count) => {
    const result = guardPromptBudget("ä".repeat(60), { ...options, countTokensFn: count, counterName: "broken" });
    expect(result.counter).toBe("utf8-bytes");
    expect(result.exact).toBe(false);
    expect(result.notes).toHaveLength(1);
    expect(result.notes[0]).toContain("broken");
    // 120 bytes had to be brought to 90.
    expect(result.prompt).toBe("ä".repeat(45));
  });

  it(`${verifies("POS-BUD-04")}a counter that fails in the middle is replaced for the whole call`, () => {
    let calls = 0;
    const result = guardPromptBudget(Array.from({ length: 40 }, () => "xxxxx").join("\n"), {
      ...options,
      countTokensFn: (text) => {
        calls += 1;
        if (calls > 3) throw new Error("gone");
        return text.length;
      },
    });
    expect(result.counter).toBe("utf8-bytes");
    expect(result.inputTokens).toBe(result.prompt.length);
    expect(result.inputTokens).toBeLessThanOrEqual(90);
  });
});
