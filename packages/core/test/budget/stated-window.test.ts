import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { overflowFromProvider } from "../../src/budget/overflow-from-provider.js";
import { statedWindow } from "../../src/budget/stated-window.js";

describe("the window a provider names when a prompt does not fit", () => {
  it.each([
    [
      "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens (8000 in the messages, 1000 in the completion).",
      8192,
    ],
    ["This model's maximum context length is 131,072 tokens, but 140,000 were sent", 131_072],
    ["prompt is too long: 210000 tokens > 200000 maximum", 200_000],
    ["input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000", 200_000],
    ["the request exceeds the available context size (4096 tokens), try increasing it", 4096],
    ["The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).", 1_048_576],
    ["the model is loaded with context length of only 4096 tokens, which is not enough", 4096],
    ["context window exceeded: the prompt has 9000 tokens, the limit is 8192", 8192],
    ["tokens exceed max_model_len=2048", 2048],
    ['{"type":"exceed_context_size_error","n_prompt_tokens":9412,"n_ctx":4096}', 4096],
  ])(`${verifies("POS-BUD-12")}is read from "%s"`, (message, window) => {
    expect(statedWindow(message)).toBe(window);
  });

  it.each([
    "HTTP 413: prompt is too long",
    "context_length_exceeded",
    "prompt is too long: 210000 tokens",
    "the input exceeds the context window (request 8f3a on port 4433)",
  ])(`${verifies("POS-BUD-12")}is none in "%s"`, (message) => {
    expect(statedWindow(message) ?? Number.POSITIVE_INFINITY).toBeGreaterThan(4000);
  });

  it(`${verifies("POS-BUD-12")}stands in the overflow, wherever in the provider's error it was named`, () => {
    const context = { window: 100_000, margin: 0, reserved: 100, inputTokens: 5000 };
    for (const error of [
      new Error("Bad request", {
        cause: {
          responseBody:
            '{"error":{"code":"context_length_exceeded","message":"maximum context length is 4096 tokens"}}',
        },
      }),
      { error: { type: "exceed_context_size_error", n_ctx: 4096 } },
    ]) {
      expect(overflowFromProvider(error, context)?.window).toBe(4096);
    }
    expect(overflowFromProvider({ code: "context_length_exceeded" }, context)?.window).toBe(100_000);
  });

  it(`${verifies("POS-BUD-12")}is looked for in linear time`, () => {
    const started = performance.now();
    for (const piece of ["context length ", "limit", "> ", "maximum number of tokens "])
      statedWindow(piece.repeat(500_000));
    expect(performance.now() - started).toBeLessThan(500);
  });
});
