import type { ClarificationRequest } from "@pelorus/core";
import { afterEach, describe, expect, it, vi } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { answerElicitation } from "../../src/client/answer-elicitation.js";

const FORM = {
  type: "object",
  properties: {
    name: { type: "string", title: "Name", minLength: 2 },
    age: { type: "integer", minimum: 0, maximum: 150 },
    color: { type: "string", enum: ["red", "green"], enumNames: ["Red", "Green"] },
    size: {
      type: "string",
      oneOf: [
        { const: "s", title: "Small" },
        { const: "l", title: "Large" },
      ],
    },
    tags: { type: "array", items: { type: "string", enum: ["a", "b", "c"] } },
    news: { type: "boolean", default: false },
  },
  required: ["name"],
};

/** Answers with the next of a list, and keeps what was asked. */
async function fill(schema: unknown, answers: readonly unknown[]) {
  const asked: ClarificationRequest[] = [];
  const left = [...answers];
  const result = await answerElicitation(
    { message: "Tell me", requestedSchema: schema },
    {
      server: "forms",
      calls: new Set(),
      signal: new AbortController().signal,
      handler: (request) => {
        if (request.kind === "clarification") asked.push(request.data);
        const next = left.shift();
        if (next instanceof Error) throw next;
        return next;
      },
    },
  );
  return { result, asked };
}

describe("a question of a server", () => {
  it(`${verifies("POS-POL-10")}is asked field by field, with options, and answered in the types of the form`, async () => {
    const { result, asked } = await fill(FORM, ["Ada", "36", "GREEN", "large", "a, c", "yes"]);
    expect(result).toEqual({
      action: "accept",
      content: { name: "Ada", age: 36, color: "green", size: "l", tags: ["a", "c"], news: true },
    });
    expect(asked.map(({ options }) => options)).toEqual([
      [],
      [],
      ["Red", "Green"],
      ["Small", "Large"],
      ["a", "b", "c"],
      ["yes", "no"],
    ]);
    expect(asked[0]).toMatchObject({
      question: "Tell me\nName",
      operationType: "CLARIFY",
      reason: "missing_information",
    });
    expect(asked[0]?.requestId).toMatch(/^clar_[0-9a-f]{12}$/);
  });

  it("takes an object as the whole form, and asks again for what is wrong in it", async () => {
    const whole = await fill(FORM, [{ name: "Ada", age: 7, news: true }]);
    expect(whole.result.content).toEqual({ name: "Ada", age: 7, news: true });
    expect(whole.asked).toHaveLength(1);
    const wrong = await fill(FORM, [{ name: "Ada", age: "very old" }, 90]);
    expect(wrong.result.content).toEqual({ name: "Ada", age: 90, news: false });
  });

  it(`${verifies("POS-POL-10")}asks once more for what it does not understand, then declines or leaves it out`, async () => {
    expect((await fill(FORM, ["A", "B"])).result).toEqual({ action: "decline" });
    const { result, asked } = await fill(FORM, ["Ada", "minus one", "-1", "blue", "red", "skip", "skip", "skip"]);
    expect(result).toEqual({ action: "accept", content: { name: "Ada", color: "red", news: false } });
    expect(asked).toHaveLength(8);
  });

  it(`${verifies("POS-POL-10")}is declined by skip, no answer and a handler that fails, cancelled by abort`, async () => {
    expect((await fill(FORM, ["skip"])).result).toEqual({ action: "decline" });
    expect((await fill(FORM, [undefined])).result).toEqual({ action: "decline" });
    expect((await fill(FORM, [{ action: "skip" }])).result).toEqual({ action: "decline" });
    expect((await fill(FORM, [new Error("nobody")])).result).toEqual({ action: "decline" });
    expect((await fill(FORM, ["abort"])).result).toEqual({ action: "cancel" });
    expect((await fill(FORM, [{ action: "abort" }])).result).toEqual({ action: "cancel" });
    const answered = await fill(FORM, [{ action: "answer", answer: "Ada" }, "abort"]);
    expect(answered.result).toEqual({ action: "cancel" });
  });

  it("without fields is a yes or no", async () => {
    expect((await fill({ type: "object", properties: {} }, ["yes"])).result).toEqual({ action: "accept", content: {} });
    expect((await fill(undefined, [true])).result).toEqual({ action: "accept", content: {} });
    expect((await fill(undefined, ["no"])).result).toEqual({ action: "decline" });
    expect((await fill(undefined, ["abort"])).result).toEqual({ action: "cancel" });
  });

  describe("that takes long", () => {
    afterEach(() => {
      vi.useRealTimers();
    });

    it("keeps the call alive that it interrupts, and leaves no timer", async () => {
      vi.useFakeTimers();
      const reports: unknown[] = [];
      let answer: (value: string) => void = () => {};
      const pending = answerElicitation(
        { message: "Sure?" },
        {
          server: "slow",
          calls: new Set([
            { toolName: "t", context: { reportProgress: (progress: unknown) => reports.push(progress) } as never },
          ]),
          signal: new AbortController().signal,
          handler: () =>
            new Promise((resolve) => {
              answer = resolve;
            }),
        },
      );
      await vi.advanceTimersByTimeAsync(35_000);
      expect(reports).toHaveLength(3);
      answer("yes");
      expect((await pending).action).toBe("accept");
      expect(vi.getTimerCount()).toBe(0);
    });
  });
});
