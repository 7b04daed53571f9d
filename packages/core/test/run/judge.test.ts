import { type RunOptions, runPositioned } from "@pelorus/core";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { fixedPlan } from "./fixed-plan.js";
import { scriptedModel } from "./scripted-model.js";

/** A run of one step with a judge, its verdicts, and the judge. */
async function judged(reply: (prompt: string) => string, extra: Partial<RunOptions> = {}) {
  const judge = scriptedModel((request) => reply(request.prompt), { modelId: "judge" });
  const result = await runPositioned("Tell what the minutes say about the roof.", {
    model: scriptedModel(() => "The minutes say that the roof is sound."),
    judge,
    classifier: fixedPlan([["RETRIEVE", []]]),
    depth: "D3",
    ...extra,
  });
  const verdicts = result.events.flatMap((event) => (event.kind === "verdict_reached" ? [event.data.verdict] : []));
  return { verdicts, judge, result };
}

const outcomes = (
  verdict: { readonly checks: readonly { readonly id: string; readonly outcome: string }[] } | undefined,
) => Object.fromEntries((verdict?.checks ?? []).map(({ id, outcome }) => [id, outcome]));
const asked = (prompt: string) => [...prompt.matchAll(/^- ([a-z-]+): /gm)].map((match) => match[1] as string);
const saying = (outcome: string) => (prompt: string) =>
  JSON.stringify({ checks: asked(prompt.slice(prompt.indexOf("Checks:"))).map((id) => ({ id, outcome, detail: "" })) });

describe("a model as judge", () => {
  it(`${verifies("POS-VER-04")}decides the open checks and no others`, async () => {
    const none = await judged(saying("unknown"));
    const deterministic = outcomes(none.verdicts[0]);
    const open = Object.keys(deterministic).filter((id) => deterministic[id] === "unknown");
    expect(open.length).toBeGreaterThan(0);
    expect(none.judge.calls).toHaveLength(1);
    const prompt = none.judge.calls[0]?.prompt ?? "";
    expect(asked(prompt.slice(prompt.indexOf("Checks:")))).toEqual(open);

    for (const outcome of ["pass", "fail"]) {
      // It also gives its word on what is decided, which counts for nothing.
      const everything = JSON.stringify({
        checks: Object.keys(deterministic).map((id) => ({ id, outcome, detail: "" })),
      });
      const { verdicts } = await judged(() => everything);
      expect(verdicts[0]?.by).toBe("judge");
      expect(outcomes(verdicts[0])).toEqual({
        ...deterministic,
        ...Object.fromEntries(open.map((id) => [id, outcome])),
      });
    }
  });

  it.each([
    ["answers something else", () => "I think it is fine."],
    ["answers another form", () => JSON.stringify({ verdict: "pass" })],
    [
      "throws",
      () => {
        throw new Error("no judge today");
      },
    ],
  ])(`${verifies("POS-VER-04")}leaves the deterministic verdict when it %s`, async (_, reply) => {
    const whole = await judged(saying("unknown"));
    const { verdicts, result } = await judged(reply);
    expect(verdicts[0]?.by).toBe("deterministic");
    expect(outcomes(verdicts[0])).toEqual(outcomes(whole.verdicts[0]));
    expect(result.status).not.toBe("halted");
  });

  it(`${verifies("POS-VER-04")}is asked as often as the depth pays for, and by a small model for examinations only`, async () => {
    expect((await judged(saying("pass"), { depth: "D1" })).judge.calls).toHaveLength(0);
    expect((await judged(saying("pass"), { profile: "small-local" })).judge.calls).toHaveLength(0);
    const examination = { profile: "small-local", classifier: fixedPlan([["ANALYSE", []]]) } as const;
    expect((await judged(saying("pass"), examination)).judge.calls.length).toBeGreaterThan(0);
    // What fails is revised; the second attempt of D3 has no pass left, that of D4 has one.
    expect((await judged(saying("fail"), { depth: "D3" })).judge.calls).toHaveLength(1);
    expect((await judged(saying("fail"), { depth: "D4" })).judge.calls).toHaveLength(2);
  });
});
