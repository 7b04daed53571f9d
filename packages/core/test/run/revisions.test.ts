import { type DepthLevel, runPositioned, type StlOperation } from "@pelorus/core";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { fixedPlan } from "./fixed-plan.js";
import { scriptedModel } from "./scripted-model.js";

const SOUND = "The minutes say that the roof is sound because its beams were checked.";
const GERMAN = "Das Protokoll sagt, dass das Dach in Ordnung ist, weil die Balken geprüft wurden.";
/** One serious fault and, where a judge passes the rest, enough beside it for 0.78. */
const ALMOST = '{"capability_id": "x"} 12';

/** A run of one step whose attempts are given, with a judge that passes whatever is left open. */
async function attempts(
  outputs: readonly string[],
  extra: {
    readonly operation?: StlOperation;
    readonly depth?: DepthLevel;
    readonly judged?: boolean;
    readonly request?: string;
  } = {},
) {
  const { operation = "ANALYSE", depth = "D3", judged = false } = extra;
  const model = scriptedModel((_, call) => outputs[call - 1] ?? outputs.at(-1) ?? "");
  const result = await runPositioned(extra.request ?? "Tell what the minutes say about the roof.", {
    model,
    ...(judged
      ? {
          judge: scriptedModel(({ prompt }) =>
            JSON.stringify({
              checks: [...prompt.slice(prompt.indexOf("Checks:")).matchAll(/^- ([a-z-]+): /gm)].map(([, id]) => ({
                id,
                outcome: "pass",
                detail: "",
              })),
            }),
          ),
        }
      : {}),
    classifier: fixedPlan([[operation, []]]),
    depth,
  });
  const verdicts = result.events.flatMap((event) => (event.kind === "verdict_reached" ? [event.data.verdict] : []));
  return { model, result, verdicts, scores: verdicts.map(({ score }) => Math.round(score * 100) / 100) };
}

describe("revision", () => {
  it(`${verifies("POS-VER-03")}is for scores below 0.75, and for no others`, async () => {
    const good = await attempts([SOUND]);
    expect(good.scores).toEqual([1]);
    const almost = await attempts([ALMOST], { operation: "RETRIEVE", judged: true, depth: "D4" });
    expect(almost.scores).toEqual([0.78]);
    expect(almost.verdicts[0]?.checks.some(({ outcome }) => outcome === "fail")).toBe(true);
    expect(almost.result.uncertainties.join()).not.toContain("in doubt");
    const low = await attempts([GERMAN, SOUND]);
    expect(low.scores).toEqual([0.5, 1]);
  });

  it(`${verifies("POS-VER-03")}shows the failed checks, and keeps the best attempt`, async () => {
    const { model, result, verdicts } = await attempts([GERMAN, SOUND]);
    const failed = verdicts[0]?.checks.filter(({ outcome }) => outcome === "fail") ?? [];
    expect(failed.map(({ id }) => id)).toEqual(["language"]);
    expect(model.calls).toHaveLength(2);
    expect(model.calls[0]?.prompt).not.toContain("language:");
    for (const { id, detail } of failed) expect(model.calls[1]?.prompt).toContain(`${id}: ${detail}`);
    expect(result.text).toBe(SOUND);

    const worse = await attempts([GERMAN, ""]);
    expect(worse.scores).toEqual([0.5, 0]);
    expect(worse.result.text).toContain(GERMAN);
    expect(worse.result.text).not.toBe("");
  });

  it(`${verifies("POS-VER-03")}keeps an attempt that passed much over one about which little can be said`, async () => {
    const { result, scores } = await attempts([GERMAN, "Hm."]);
    // Most checks have nothing to say of the second: what is left of them passes.
    expect(scores).toEqual([0.5, 1]);
    expect(result.text).toContain(GERMAN);
    expect(result.steps[0]?.verdict?.score).toBe(0.5);
  });

  it.each([
    ["D1", 1],
    ["D2", 2],
    ["D3", 2],
    ["D4", 3],
    ["D5", 4],
  ] as const)(`${verifies("POS-VER-03")}is tried as often as the depth pays for: %s`, async (depth, most) => {
    expect((await attempts([""], { depth })).verdicts).toHaveLength(most);
  });

  it(`${verifies("POS-VER-03")}leaves a step unverified below 0.5, and a doubt in between`, async () => {
    const unverified = await attempts([GERMAN], { operation: "GENERATE" });
    expect(unverified.scores.at(-1)).toBeLessThan(0.5);
    expect(unverified.result.steps[0]?.outcome).toBe("unverified");
    expect(unverified.result.status).toBe("partial");
    const doubtful = await attempts([GERMAN]);
    expect(doubtful.scores.at(-1)).toBe(0.5);
    expect(doubtful.result.steps[0]?.outcome).toBe("done");
    expect(doubtful.result.status).toBe("complete");
    expect(doubtful.result.uncertainties.join()).toContain("Step s1 (ANALYSE) is in doubt: language.");
  });

  it(`${verifies("POS-VER-03")}comes before the step counts as verified`, async () => {
    const { result } = await attempts([GERMAN, SOUND]);
    const order = result.events.flatMap((event) =>
      event.kind === "verdict_reached"
        ? ["verdict"]
        : event.kind === "lifecycle_transitioned" && event.data.state === "OPERATION_VERIFIED"
          ? ["verified"]
          : [],
    );
    expect(order).toEqual(["verdict", "verdict", "verified"]);
  });
});

describe("what is missing", () => {
  it(`${verifies("POS-ASM-03")}is told in one closing sentence`, async () => {
    const { result } = await attempts([GERMAN], { operation: "GENERATE" });
    expect(result.text).toBe(`${GERMAN}\n\nNote: GENERATE s1 could not be verified.`);
    const dropped = await runPositioned("Tell what the minutes say about the roof.", {
      model: () => SOUND,
      classifier: fixedPlan([
        ["RETRIEVE", []],
        ["ANALYSE", []],
      ]),
      maxOperations: 1,
    });
    expect(dropped.text).toMatch(/\n\nNote: RETRIEVE s1 was left out \([^()]+\)\.$/);
  });

  it(`${verifies("POS-ASM-03")}is told beside structured output, which stays what it is`, async () => {
    const { result } = await attempts(['{"dach": "in Ordnung"'], {
      operation: "GENERATE",
      request: "Give the state of the roof as JSON.",
    });
    expect(result.status).toBe("partial");
    expect(result.text).not.toContain("Note:");
    expect(result.uncertainties.join()).toContain("GENERATE s1 could not be verified");
  });
});
