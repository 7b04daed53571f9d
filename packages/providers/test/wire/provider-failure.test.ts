import { inspect } from "node:util";
import { ContextOverflowError, ModelCallError } from "@pelorus/core";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { callFailure } from "../../src/wire/call-failure.js";
import { type VendorError, vendorFailure } from "../../src/wire/provider-failure.js";

const CONTEXT = { vendor: "The server", secrets: ["hunter2-hunter2"], window: 8192, reservedTokens: 512 };
const QUIET = new AbortController().signal;

/** Refusals as vendors word them. */
const OVERFLOWS: readonly (readonly [string, VendorError, number])[] = [
  [
    "by code, before any wording",
    {
      status: 400,
      body: { error: { message: "No.", type: "invalid_request_error", code: "context_length_exceeded" } },
    },
    8192,
  ],
  [
    "by type, with the numbers as members",
    {
      status: 400,
      body: {
        error: {
          code: 400,
          message: "request too long",
          type: "exceed_context_size_error",
          n_prompt_tokens: 9412,
          n_ctx: 4096,
        },
      },
    },
    4096,
  ],
  [
    "by wording alone",
    {
      status: 400,
      body: {
        object: "error",
        message: "This model's maximum context length is 2048 tokens. However, you requested 3000 tokens.",
        type: "BadRequestError",
        param: null,
        code: 400,
      },
    },
    2048,
  ],
  ["as a bare string", { status: 400, body: { error: "the input length exceeds the context length" } }, 8192],
  [
    "inside a stream",
    { body: { error: { code: "context_length_exceeded", message: "Your input exceeds the context window." } } },
    8192,
  ],
  [
    "of a server that keeps the start",
    {
      status: 400,
      body: {
        error:
          "Trying to keep the first 9000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough.",
      },
    },
    4096,
  ],
  [
    "of another wording",
    {
      status: 400,
      body: { message: "The input (9000 tokens) is longer than the model's context length (4096 tokens)." },
    },
    4096,
  ],
];

const FAILURES: readonly (readonly [string, VendorError, Partial<ModelCallError>])[] = [
  [
    "spent quota, though 429",
    { status: 429, body: { error: { code: "insufficient_quota", message: "You exceeded your current quota." } } },
    { isRetryable: false, statusCode: 429 },
  ],
  [
    "a server that says not to retry",
    { status: 500, headers: new Headers({ "x-should-retry": "false" }), body: {} },
    { isRetryable: false },
  ],
  [
    "a server that says to retry",
    { status: 400, headers: new Headers({ "x-should-retry": "true" }), body: {} },
    { isRetryable: true },
  ],
  [
    "overload inside a stream",
    { body: { error: { type: "overloaded_error", message: "Overloaded" } } },
    { isRetryable: true },
  ],
  [
    "a refusal inside a stream",
    { body: { error: { code: "invalid_prompt", message: "No." } } },
    { isRetryable: false },
  ],
  [
    "a list of what is wrong",
    { status: 422, body: { detail: [{ loc: ["body", "model"], msg: "Field required" }] } },
    { isRetryable: false, statusCode: 422 },
  ],
  ["no body", { status: 503 }, { isRetryable: true, statusCode: 503 }],
  ["a status nobody has seen", { status: 599, body: null }, { isRetryable: true, statusCode: 599 }],
  ["a client's mistake nobody has seen", { status: 451, body: [] }, { isRetryable: false, statusCode: 451 }],
];

describe("failures of providers", () => {
  for (const [name, error, window] of OVERFLOWS) {
    it(`${verifies("POS-BUD-12", "POS-ADP-03")}an overflow ${name}`, () => {
      const failure = vendorFailure(error, CONTEXT);
      expect(failure).toBeInstanceOf(ContextOverflowError);
      expect(failure).toMatchObject({ code: "context_overflow", isRetryable: false, window });
      // What was sent is the vendor's figure, or not known.
      const { needed, message } = failure as ContextOverflowError;
      if (needed === 0) expect(message).toMatch(/^The provider refused the prompt as too large /);
      else expect(needed).toBeGreaterThan(window);
      expect(message).not.toContain(String(window + 1));
    });
  }

  for (const [name, error, expected] of FAILURES) {
    it(`${verifies("POS-API-04", "POS-ADP-03")}${name}`, () => {
      const failure = vendorFailure(error, CONTEXT);
      expect(failure).toBeInstanceOf(ModelCallError);
      expect(failure).toMatchObject(expected);
    });
  }

  it("names what the server listed", () => {
    const failure = vendorFailure(
      { status: 422, body: { detail: [{ loc: ["body", "model"], msg: "Field required" }] } },
      CONTEXT,
    );
    expect(failure.message).toContain("Field required");
  });

  it("keeps a message to one bounded line of whole characters", () => {
    const failure = vendorFailure(
      { status: 500, body: { error: { message: `a\n\n${"🌍".repeat(100_000)}` } } },
      CONTEXT,
    );
    expect(failure.message.length).toBeLessThan(1000);
    expect(failure.message).not.toContain("\n");
    expect(failure.message.isWellFormed()).toBe(true);
  });

  it(`${verifies("POS-ADP-03")}lets no secret through, wherever the vendor put it`, () => {
    const secret = "hunter2-hunter2";
    const forms = [
      `key ${secret} is wrong`,
      `Authorization: Bearer abcdef0123456789`,
      `api_key=zzzzzzzzzz1`,
      `sk-live-0123456789abcdef`,
      `http://ann:open-sesame@host/`,
    ];
    for (const form of forms) {
      for (const error of [
        { status: 401, body: { error: { message: form, code: form, type: form } } },
        { status: 401, text: form },
        { body: { error: form } },
      ] satisfies VendorError[]) {
        const everything = inspect(vendorFailure(error, CONTEXT), { depth: 12, showHidden: true });
        for (const hidden of [secret, "abcdef0123456789", "zzzzzzzzzz1", "0123456789abcdef", "open-sesame"]) {
          expect(everything, form).not.toContain(hidden);
        }
      }
    }
  });
});

describe("failures of calls", () => {
  const network = (code: string) =>
    new TypeError("fetch failed", { cause: Object.assign(new Error(`connect ${code}`), { code }) });

  it(`${verifies("POS-ADP-03")}says what a connection died of, and what to do`, () => {
    expect(callFailure(network("ECONNREFUSED"), CONTEXT, QUIET)).toMatchObject({
      isRetryable: true,
      message: expect.stringContaining("start the server"),
    });
    expect(callFailure(network("CERT_HAS_EXPIRED"), CONTEXT, QUIET)).toMatchObject({ isRetryable: false });
    const several = new TypeError("fetch failed", {
      cause: Object.assign(new AggregateError([Object.assign(new Error("x"), { code: "ECONNREFUSED" })]), {}),
    });
    expect(callFailure(several, CONTEXT, QUIET)).toMatchObject({ message: expect.stringContaining("ECONNREFUSED") });
    expect(callFailure(new TypeError("terminated"), CONTEXT, QUIET)).toMatchObject({ isRetryable: true });
  });

  it("gives the caller's reason once its signal has fired, whatever broke", () => {
    const reason = new DOMException("enough", "AbortError");
    expect(callFailure(network("ECONNRESET"), CONTEXT, AbortSignal.abort(reason))).toBe(reason);
  });

  it("passes typed errors, also from inside a package's own", () => {
    const typed = new ModelCallError("too large");
    expect(callFailure(new Error("Connection error.", { cause: typed }), CONTEXT, QUIET)).toBe(typed);
  });

  it("is total", () => {
    for (const odd of [
      null,
      undefined,
      1,
      "text",
      {},
      [],
      Object.create(null),
      new Error(""),
      { status: "x" },
      Symbol("s"),
    ]) {
      expect(callFailure(odd, CONTEXT, QUIET)).toMatchObject({ code: "model_call_failed", isRetryable: false });
    }
  });
});
