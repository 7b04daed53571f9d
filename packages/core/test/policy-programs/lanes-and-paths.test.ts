import {
  defineCapability,
  memoryJournal,
  type RunOptions,
  replayRun,
  runPositioned,
  STL_OPERATIONS,
  strataPolicy,
} from "@pelorus/core";
import { cheapestToolPath, spendLimit } from "@pelorus/core/policies";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { fixedPlan } from "../run/fixed-plan.js";
import { answerOf, callOf, scriptedModel } from "../run/scripted-model.js";

const tool = (capabilityId: string, tokens: number, types: { readonly needs?: string[]; readonly makes: string[] }) =>
  defineCapability({
    capabilityId,
    operationTypes: [...STL_OPERATIONS],
    inputSchema: { type: "object", properties: { word: { type: "string" } } },
    costProfile: { safetyClass: "read-only", tokens, latencyMs: 0 },
    consumesFacts: types.needs ?? [],
    metadata: { description: `make a quote for the customer with ${capabilityId}`, producesTypes: types.makes },
    execute: () => ({ made: capabilityId }),
  });

describe("the cheapest tool path", () => {
  it(`${verifies("STRATA-PLN-02", "STRATA-POL-09", "STRATA-POL-05")}orders what a frame offers by what the whole path to the goal costs`, async () => {
    const tools = [
      tool("buy_quote", 300, { makes: ["quote"] }),
      tool("make_quote", 100, { needs: ["customer", "price"], makes: ["quote"] }),
    ];
    const offeredWith = async (extra: Partial<RunOptions>) => {
      const result = await runPositioned("Make a quote for the customer.", {
        model: scriptedModel((request) =>
          request.schema === null ? "The quote is made." : answerOf("The quote is made."),
        ),
        tools,
        classifier: fixedPlan([["GENERATE", []]]),
        policy: { programs: [cheapestToolPath(tools.map(({ descriptor }) => descriptor))] },
        goalFacts: ["quote"],
        ...extra,
      });
      const frame = result.events.find(({ kind }) => kind === "frame_positioned");
      return frame?.kind === "frame_positioned" ? frame.data.capabilityIds : [];
    };
    const known = (types: string[]) => ({ contextFacts: [{ statement: "Kim is the customer.", types }] });
    // What lacks an input has no path, and no preference.
    expect((await offeredWith(known(["customer"])))[0]).toBe("buy_quote");
    expect((await offeredWith(known(["customer", "price"])))[0]).toBe("make_quote");
  });

  it(`${verifies("STRATA-POL-09")}costs what the host says, where it says so`, async () => {
    const tools = [tool("a_quote", 10, { makes: ["quote"] }), tool("b_quote", 90, { makes: ["quote"] })];
    const path = cheapestToolPath(tools.map(({ descriptor }) => descriptor));
    const first = async (facts: NonNullable<Parameters<typeof strataPolicy>[1]["facts"]>) => {
      const result = await runPositioned("Make a quote for the customer.", {
        model: scriptedModel((request) =>
          request.schema === null ? "The quote is made." : answerOf("The quote is made."),
        ),
        tools,
        classifier: fixedPlan([["GENERATE", []]]),
        policy: { programs: [strataPolicy(path.program, { id: "path", facts })] },
        goalFacts: ["quote"],
      });
      const frame = result.events.find(({ kind }) => kind === "frame_positioned");
      return frame?.kind === "frame_positioned" ? frame.data.capabilityIds[0] : undefined;
    };
    expect(await first([])).toBe("a_quote");
    expect(await first([{ pred: "cap_cost", rows: [["a_quote"]], weights: [500] }])).toBe("b_quote");
  });
});

describe("policies in lanes", () => {
  it.each([1, 2, 3])(
    `${verifies("STRATA-POL-09", "STRATA-POL-02")}hold a limit of %i calls of the run when lanes look at it at once`,
    async (most) => {
      const tools = [tool("look_up", 10, { makes: ["word"] })];
      const asked = new Set<string>();
      const result = await runPositioned("Make a quote for the customer.", {
        model: scriptedModel((request) => {
          const step = /retrieve part (\d)/.exec(request.prompt)?.[1] ?? "";
          if (request.schema === null || asked.has(step) || step === "") return answerOf("The customer has a quote.");
          asked.add(step);
          return callOf("look_up", { word: `w${step}` });
        }),
        tools,
        classifier: fixedPlan([
          ["RETRIEVE", []],
          ["RETRIEVE", []],
          ["RETRIEVE", []],
          ["RETRIEVE", []],
          ["GENERATE", [1, 2, 3, 4]],
        ]),
        lanes: 4,
        depth: "D4",
        policy: { programs: [spendLimit({ runCalls: most })] },
      });
      const kinds = result.events.map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind === "tool_call_started")).toHaveLength(most);
      expect(kinds.filter((kind) => kind === "tool_call_refused")).toHaveLength(4 - most);
    },
  );

  it(`${verifies("STRATA-POL-07", "POS-REC-04")}are asked in the same order by a replay`, async () => {
    const journal = memoryJournal();
    const tools = [tool("look_up", 10, { makes: ["word"] })];
    let calls = 0;
    const options: RunOptions = {
      model: scriptedModel(async (request) => {
        calls++;
        await new Promise((resolve) => setTimeout(resolve, (calls * 7) % 5));
        if (request.schema === null) return "The customer has a quote.";
        return calls % 2 === 1 ? callOf("look_up", { word: `w${calls}` }) : answerOf("The customer has a quote.");
      }),
      tools,
      classifier: fixedPlan([
        ["RETRIEVE", []],
        ["RETRIEVE", []],
        ["RETRIEVE", []],
        ["GENERATE", [1, 2, 3]],
      ]),
      lanes: 3,
      journal,
      runId: "lanes",
      policy: {
        programs: [
          spendLimit({ runCalls: 2, operationCalls: 1 }),
          strataPolicy("allow(C, seen) :- proposed(C, O, _), current(O).", { id: "seen", trusted: true }),
        ],
      },
    };
    const result = await runPositioned("Make a quote for the customer.", options);
    const replayed = await replayRun(
      { journal, runId: "lanes" },
      { classifier: options.classifier as NonNullable<RunOptions["classifier"]> },
    );
    expect(replayed.events).toEqual(result.events);
    const started = result.events.filter(({ kind }) => kind === "tool_call_started");
    expect(started.length).toBe(2);
    expect(result.events.filter(({ kind }) => kind === "policy_decided").length).toBeGreaterThan(3);
  });
});
