import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import {
  calibratedCounter,
  calibratedTokens,
  calibrateOverhead,
  overheadTokens,
  UNCALIBRATED,
} from "../../src/budget/calibrate-overhead.js";
import { completeUsage } from "../../src/budget/complete-usage.js";
import { guardPromptBudget } from "../../src/budget/guard-prompt-budget.js";
import { InjectionEquivalent } from "../../src/budget/injection-equivalent.js";
import { judgeReportedUsage, reportedWindow } from "../../src/budget/judge-reported-usage.js";
import { overflowFromProvider } from "../../src/budget/overflow-from-provider.js";
import { reportTokens } from "../../src/budget/report-tokens.js";
import { resolveWindow } from "../../src/budget/resolve-window.js";
import { ContextOverflowError } from "../../src/contract/error.js";
import { estimateTokens, utf8Length } from "../../src/contract/estimate-tokens.js";

describe("reported usage", () => {
  const sent = { estimatedTokens: 8000, reservedTokens: 500 };

  it(`${verifies("POS-BUD-11")}a plausible report is believed and loads nothing`, () => {
    let loads = 0;
    const exactCount = () => {
      loads += 1;
      return 8000;
    };
    expect(judgeReportedUsage({ ...sent, exactCount, reportedTokens: 4000 })).toBe("ok");
    expect(judgeReportedUsage({ ...sent, exactCount, reportedTokens: 20_000 })).toBe("ok");
    expect(judgeReportedUsage({ ...sent, exactCount })).toBe("ok");
    expect(loads).toBe(0);
  });

  it(`${verifies("POS-BUD-11")}a report far below the estimate is settled by an exact count, and only by that`, () => {
    expect(judgeReportedUsage({ ...sent, reportedTokens: 3999 })).toBe("suspicious");
    // A script the encoding packs well: few tokens, nothing cut.
    expect(judgeReportedUsage({ ...sent, reportedTokens: 3999, exactCount: () => 4100 })).toBe("ok");
    expect(judgeReportedUsage({ ...sent, reportedTokens: 3400, exactCount: () => 4000 })).toBe("ok");
    expect(judgeReportedUsage({ ...sent, reportedTokens: 3399, exactCount: () => 4000 })).toBe("truncated");
  });

  it(`${verifies("POS-BUD-11")}a call that was counted exactly is judged by its count alone`, () => {
    expect(judgeReportedUsage({ ...sent, reportedTokens: 6799, exactTokens: 8000 })).toBe("truncated");
    expect(judgeReportedUsage({ ...sent, reportedTokens: 6800, exactTokens: 8000 })).toBe("ok");
    // Far below the estimate, near the exact count: fine.
    expect(judgeReportedUsage({ ...sent, reportedTokens: 2000, exactTokens: 2100 })).toBe("ok");
  });

  it(`${verifies("POS-BUD-11")}an answer cut before its reserve was used met a smaller window`, () => {
    const report = { ...sent, reportedTokens: 8000, finishReason: "length" as const };
    expect(judgeReportedUsage({ ...report, outputTokens: 120 })).toBe("truncated");
    expect(judgeReportedUsage({ ...report, outputTokens: 500 })).toBe("ok");
    expect(judgeReportedUsage({ ...report })).toBe("ok");
    expect(judgeReportedUsage({ ...report, finishReason: "stop", outputTokens: 120 })).toBe("ok");
    expect(reportedWindow({ inputTokens: 2050, outputTokens: 14 })).toBe(2064);
    expect(reportedWindow({ inputTokens: 2050 })).toBe(2050);
    expect(reportedWindow({ outputTokens: 14 })).toBeUndefined();
  });

  it(`${verifies("POS-BUD-13")}B086: without a report our own count is charged and says so`, () => {
    const call = { inputTokens: 1200, output: "x".repeat(400) };
    expect(completeUsage(undefined, call)).toEqual({
      inputTokens: 1200,
      outputTokens: 100,
      cachedInputTokens: 0,
      cacheWriteInputTokens: 0,
      estimated: true,
    });
    expect(completeUsage({ inputTokens: 1000, outputTokens: 90, cachedInputTokens: 900 }, call)).toEqual({
      inputTokens: 1000,
      outputTokens: 90,
      cachedInputTokens: 900,
      cacheWriteInputTokens: 0,
      estimated: false,
    });
    expect(completeUsage({ inputTokens: 1000 }, call)).toMatchObject({ outputTokens: 100, estimated: true });
    // Cached input is part of input; a provider that says otherwise does not make the sum larger.
    expect(completeUsage({ inputTokens: 100, outputTokens: 1, cachedInputTokens: 900 }, call).cachedInputTokens).toBe(
      100,
    );
    expect(completeUsage(undefined, { ...call, reasoning: "y".repeat(40) }).outputTokens).toBe(110);
  });
});

describe("overhead", () => {
  it(`${verifies("POS-BUD-09")}B088: 100 one-word messages: the framing is learnt from the report and budgeted from then on`, () => {
    const prompt = Array.from({ length: 100 }, () => "word").join("\n");
    const words = (text: string) => text.split(/\s+/).length;
    const learnt = calibrateOverhead(UNCALIBRATED, { countedTokens: 100, reportedTokens: 503, messages: 100 });
    expect(learnt.ratio).toBe(1);
    expect(calibratedTokens(learnt, 100, 100)).toBe(503);
    const options = { contextWindow: 600, requestedMaxTokens: 100, safetyMargin: 10, countTokensFn: words };
    // Uncalibrated the call looks small; in truth it would have overflowed.
    expect(guardPromptBudget(prompt, { ...options, contextWindow: 550 }).trims).toEqual([]);
    const guarded = guardPromptBudget(prompt, {
      ...options,
      contextWindow: 550,
      overheadTokens: overheadTokens(learnt, 100),
    });
    expect(guarded.inputTokens + guarded.safeMaxTokens + 10).toBeLessThanOrEqual(550);
    expect(guarded.trims).toHaveLength(1);
    // The margin is kept beside the overhead, not eaten by it.
    // The margin is kept beside the overhead, not eaten by it.
    const trimsAt = (contextWindow: number) =>
      guardPromptBudget(prompt, { ...options, contextWindow, overheadTokens: 403 }).trims.length;
    expect([trimsAt(613), trimsAt(612)]).toEqual([0, 1]);
  });

  it(`${verifies("POS-BUD-09")}only ever grows, and afterwards covers every report it has seen`, () => {
    const anyReport = fc.record({
      countedTokens: fc.integer({ min: 0, max: 20_000 }),
      reportedTokens: fc.integer({ min: 0, max: 40_000 }),
      messages: fc.integer({ min: 1, max: 200 }),
    });
    fc.assert(
      fc.property(fc.array(anyReport, { maxLength: 8 }), (reports) => {
        let known = UNCALIBRATED;
        const seen: typeof reports = [];
        for (const report of reports) {
          const next = calibrateOverhead(known, report);
          expect(next.perMessage).toBeGreaterThanOrEqual(known.perMessage);
          expect(next.ratio).toBeGreaterThanOrEqual(known.ratio);
          known = next;
          if (report.countedTokens > 0) seen.push(report);
          for (const { countedTokens, messages, reportedTokens } of seen) {
            expect(calibratedTokens(known, countedTokens, messages)).toBeGreaterThanOrEqual(reportedTokens);
          }
        }
      }),
    );
  });

  it(`${verifies("POS-BUD-09")}a tokenizer that makes more tokens than ours scales the counter`, () => {
    const counter = { name: "ours", exact: true, count: (text: string) => text.length };
    const learnt = calibrateOverhead(UNCALIBRATED, { countedTokens: 1000, reportedTokens: 1216, messages: 1 });
    expect(learnt.ratio).toBeCloseTo(1.2);
    const scaled = calibratedCounter(counter, learnt);
    expect(scaled.count("x".repeat(100))).toBe(120);
    expect(scaled.exact).toBe(false);
    expect(calibratedCounter(counter, UNCALIBRATED)).toBe(counter);
  });
});

describe("windows", () => {
  it(`${verifies("POS-BUD-10")}option, endpoint, catalogue, default, with the source named`, () => {
    const all = { option: 4096, endpoint: 8000, catalogue: 128_000 };
    expect(resolveWindow(all)).toEqual({ tokens: 4096, source: "option" });
    expect(resolveWindow({ ...all, option: undefined })).toEqual({ tokens: 8000, source: "endpoint" });
    expect(resolveWindow({ catalogue: 128_000 })).toEqual({ tokens: 128_000, source: "catalogue" });
    expect(resolveWindow({ catalogue: 128_000, local: true })).toEqual({ tokens: 8192, source: "default" });
    expect(resolveWindow({ endpoint: 2048, catalogue: 128_000, local: true })).toEqual({
      tokens: 2048,
      source: "endpoint",
    });
    expect(resolveWindow({})).toEqual({ tokens: 8192, source: "default" });
    expect(resolveWindow({ endpoint: 0, catalogue: Number.NaN })).toEqual({ tokens: 8192, source: "default" });
  });
});

describe("overflow told by a provider", () => {
  const context = { window: 8192, margin: 256, reserved: 1024, inputTokens: 6900 };

  it.each([
    ["an OpenAI-style code", { error: { code: "context_length_exceeded", message: "too much" } }],
    [
      "an OpenAI-style sentence",
      new Error("This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens."),
    ],
    ["an Anthropic-style sentence", new Error("prompt is too long: 210000 tokens > 200000 maximum")],
    [
      "input and max_tokens together",
      new Error("input length and `max_tokens` exceed context limit: 199000 + 8192 > 200000"),
    ],
    ["a llama.cpp-style sentence", new Error("the request exceeds the available context size (4096 tokens)")],
    [
      "a Gemini-style sentence",
      new Error("The input token count (1200000) exceeds the maximum number of tokens allowed (1048576)."),
    ],
    ["a wrapped cause", new Error("Bad Request", { cause: { responseBody: '{"type":"exceed_context_size_error"}' } })],
  ])(`${verifies("POS-BUD-12")}%s becomes a ContextOverflowError that is not retried`, (_, error) => {
    const overflow = overflowFromProvider(error, context);
    expect(overflow).toBeInstanceOf(ContextOverflowError);
    expect(overflow?.isRetryable).toBe(false);
    expect(overflow?.cause).toBe(error);
    expect(overflow?.needed).toBe(6900 + 1024);
    expect(overflow?.message).toMatch(
      /^The provider refused a prompt of 6900 tokens with 1024 reserved for the output /,
    );
  });

  it(`${verifies("POS-BUD-12")}other failures stay what they are`, () => {
    const loop: { cause?: unknown } = {};
    loop.cause = loop;
    for (const error of [
      new Error("Rate limit exceeded for tokens per minute"),
      new Error("invalid api key"),
      new Error("max_tokens must be positive"),
      { status: 500, message: "context deadline exceeded" },
      loop,
      null,
      undefined,
      "timeout",
      17,
    ]) {
      expect(overflowFromProvider(error, context)).toBeNull();
    }
    const own = new ContextOverflowError({ window: 1, margin: 0, reserved: 0, needed: 2, sections: [] });
    expect(overflowFromProvider(own, context)).toBe(own);
  });
});

describe("two numbers, never mixed", () => {
  it(`${verifies("POS-BUD-16", "POS-FRM-08")}⌈bytes ÷ 4⌉ where no exact count was taken, the exact count where one was`, () => {
    const prompt = "中文 text";
    expect(utf8Length(prompt)).toBe(11);
    expect(estimateTokens(prompt)).toBe(3);
    expect(estimateTokens("")).toBe(0);
    expect(utf8Length("\ud800")).toBe(3);
    const options = { contextWindow: 1000, requestedMaxTokens: 10 };
    const bound = guardPromptBudget(prompt, options);
    expect(bound.inputTokens).toBe(11);
    expect(reportTokens(bound)).toEqual({ inputTokens: 3, exact: false });
    const counted = guardPromptBudget(prompt, {
      ...options,
      countTokensFn: { name: "t", exact: true, count: () => 4 },
    });
    expect(reportTokens(counted)).toEqual({ inputTokens: 4, exact: true });
    const inexact = guardPromptBudget(prompt, { ...options, countTokensFn: () => 7 });
    expect(reportTokens(inexact)).toEqual({ inputTokens: 3, exact: false });
  });

  it(`${verifies("POS-BUD-16")}the injection equivalent sums request, facts and earlier outputs over the operations`, () => {
    const request = "r".repeat(40);
    const facts = ["f".repeat(8), "f".repeat(9)];
    const outputs = ["o".repeat(100), "o".repeat(50), "o".repeat(30)];
    const equivalent = new InjectionEquivalent(request);
    for (const fact of facts) equivalent.addFact(fact);
    const sent = outputs.map((output) => equivalent.addOperation(output));
    expect(sent).toEqual([10 + 2 + 3, 15 + 25, 15 + 25 + 13]);
    expect(equivalent.total).toBe(15 + 40 + 53);
  });
});
