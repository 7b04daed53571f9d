import {
  defineCapability,
  PolicyContext,
  type RunOptions,
  runPositioned,
  STL_OPERATIONS,
  strataPolicy,
} from "@pelorus/core";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { fixedPlan } from "./fixed-plan.js";
import { answerOf, callOf, scriptedModel } from "./scripted-model.js";

const reader = (capabilityId: string, result: unknown = { words: `all of ${capabilityId}` }) =>
  defineCapability({
    capabilityId,
    operationTypes: [...STL_OPERATIONS],
    inputSchema: { type: "object", properties: { page: { type: "integer" } }, additionalProperties: false },
    safetyClass: "read-only",
    description: `read the ${capabilityId} about the harbour`,
    execute: () => result,
  });

const purposes = (result: Awaited<ReturnType<typeof runPositioned>>, stepId: string) =>
  result.events.flatMap((event) =>
    event.kind === "model_call_started" && event.data.stepId === stepId ? [event.data.purpose] : [],
  );

describe("what a tool step ends with", () => {
  const run = (extra: Partial<RunOptions> = {}) => {
    let page = 0;
    const model = scriptedModel((request) =>
      request.schema === null ? "The harbour is open; all of logbook says so." : callOf("logbook", { page: ++page }),
    );
    return runPositioned("Read the logbook about the harbour.", {
      model,
      tools: [reader("logbook")],
      classifier: fixedPlan([
        ["RETRIEVE", []],
        ["RETRIEVE", [1]],
      ]),
      depth: "D2",
      onFailedChecks: "record",
      ...extra,
    }).then((result) => ({ result, model }));
  };

  it(`${verifies("POS-RUN-02")}on the way with its observation, at the end with an answer that sees all of them`, async () => {
    const { result, model } = await run();
    const calls = (stepId: string) =>
      result.events.filter((event) => event.kind === "observation_recorded" && event.data.stepId === stepId).length;
    expect(calls("s1")).toBeGreaterThan(0);
    expect(purposes(result, "s1")).not.toContain("answer");
    expect(purposes(result, "s2").at(-1)).toBe("answer");
    expect(result.text).toBe("The harbour is open; all of logbook says so.");
    const last = model.calls.at(-1)?.prompt ?? "";
    expect(last.split("returned").length - 1).toBeGreaterThanOrEqual(calls("s2"));
  });

  it(`${verifies("POS-RUN-02")}tells the model of a failed tool while calls are left`, async () => {
    const failing = defineCapability({
      ...reader("logbook").descriptor,
      execute: () => {
        throw new Error("the page is wet");
      },
    });
    const { result, model } = await run({ tools: [failing], depth: "D3" });
    expect(purposes(result, "s1").filter((purpose) => purpose === "tool").length).toBeGreaterThan(1);
    expect(model.calls[1]?.prompt).toContain("the page is wet");
  });
});

describe("a reply that is neither a call nor an answer", () => {
  const wrong = JSON.stringify({ capability_id: "no_such_tool", arguments: {} });
  const ask = (replies: readonly string[]) => {
    const model = scriptedModel((request, call) =>
      request.schema === null ? "Without tools: the harbour is open." : (replies[call - 1] ?? replies.at(-1) ?? ""),
    );
    return runPositioned("Read the logbook about the harbour.", {
      model,
      tools: [reader("logbook"), reader("chart")],
      classifier: fixedPlan([["RETRIEVE", []]]),
      depth: "D3",
      onFailedChecks: "record",
    }).then((result) => ({ result, model }));
  };
  const reasks = ({ events }: Awaited<ReturnType<typeof runPositioned>>) =>
    events.filter(({ kind }) => kind === "reask_sent").length;

  it(`${verifies("POS-PRS-07")}is asked again once, with the error and the ids that were offered`, async () => {
    const { result, model } = await ask([wrong, answerOf("The harbour is open.")]);
    expect(reasks(result)).toBe(1);
    expect(purposes(result, "s1")).toEqual(["tool", "reask"]);
    const prompt = model.calls[1]?.prompt ?? "";
    expect(prompt).toContain("unknown-capability");
    expect(prompt).toContain("no_such_tool");
    expect(prompt).toMatch(/Offered: .*logbook/);
    expect(result.text).toBe("The harbour is open.");
  });

  it.each([
    ["the same problem", [wrong]],
    ["another problem", [wrong, JSON.stringify({ capability_id: "logbook", arguments: { page: "three" } })]],
    ["no words at all", [wrong, ""]],
  ])(`${verifies("POS-PRS-07")}is not asked again after a second problem: %s`, async (_, replies) => {
    const { result } = await ask(replies);
    expect(reasks(result)).toBe(1);
    expect(purposes(result, "s1").filter((purpose) => purpose === "tool" || purpose === "reask")).toEqual([
      "tool",
      "reask",
    ]);
    expect(result.text).toBe("Without tools: the harbour is open.");
  });

  it(`${verifies("POS-PRS-07")}is the answer where it has one`, async () => {
    const { result } = await ask([wrong, `The harbour is open, as far as I know. ${wrong}`]);
    expect(reasks(result)).toBe(1);
    expect(result.text).toBe("The harbour is open, as far as I know.");
  });
});

describe("what a policy keeps from a frame", () => {
  it(`${verifies("POS-POL-01")}is rejected with the reason of the first rule that forbids it, programs last`, async () => {
    const withholding = strataPolicy(
      '@builtins.\nwithhold(K, "kept back") :- offered(_, K), K = logbook.\nwithhold(K, "kept back") :- offered(_, K), K = chart.',
      { id: "keeper" },
    );
    const chart = defineCapability({ ...reader("chart").descriptor, safetyClass: "mutating", execute: () => "ok" });
    const offer = async (policy: ConstructorParameters<typeof PolicyContext>[0]) => {
      const result = await runPositioned("Read the logbook, the chart and the diary about the harbour.", {
        model: scriptedModel(() => "The harbour is open."),
        tools: [reader("logbook"), chart, reader("diary")],
        classifier: fixedPlan([["RETRIEVE", []]]),
        policy: new PolicyContext(policy),
      });
      const frame = result.events.find((event) => event.kind === "frame_positioned");
      if (frame?.kind !== "frame_positioned") throw new Error("no frame");
      return {
        offered: frame.data.capabilityIds.toSorted(),
        rejected: Object.fromEntries(frame.data.rejected.map(({ capabilityId, reason }) => [capabilityId, reason])),
      };
    };
    expect((await offer({})).offered).toEqual(["chart", "diary", "logbook"]);
    expect(await offer({ blocklist: ["chart"] })).toEqual({
      offered: ["diary", "logbook"],
      rejected: { chart: "blocklist" },
    });
    expect(await offer({ allowlist: ["chart", "diary"], blockedSafetyClasses: ["mutating"] })).toEqual({
      offered: ["diary"],
      rejected: { chart: "safety-class-blocked:mutating", logbook: "not-in-allowlist" },
    });
    const { offered, rejected } = await offer({ blocklist: ["chart"], programs: [withholding] });
    expect(offered).toEqual(["diary"]);
    expect(rejected).toEqual({ chart: "blocklist", logbook: expect.stringMatching(/^policy-rule:keeper/) });
  });
});
