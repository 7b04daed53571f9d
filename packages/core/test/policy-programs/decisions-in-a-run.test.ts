import {
  answerPositioned,
  type CapabilityDefinition,
  defineCapability,
  type EventDataByKind,
  memoryJournal,
  PolicyContext,
  PolicyError,
  type PositionedResult,
  pendingRequests,
  type RunOptions,
  replayRun,
  resumePositioned,
  runPositioned,
  STL_OPERATIONS,
  strataPolicy,
  streamPositioned,
} from "@pelorus/core";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { fixedPlan } from "../run/fixed-plan.js";
import { answerOf, callOf, scriptedModel } from "../run/scripted-model.js";

const REQUEST = "Pay the invoice of the printer.";
const PAID = "The invoice of the printer was paid today.";

function payment(executed: unknown[], extra: Partial<Parameters<typeof defineCapability>[0]> = {}) {
  return defineCapability({
    capabilityId: "pay_invoice",
    operationTypes: [...STL_OPERATIONS],
    inputSchema: {
      type: "object",
      properties: { amount: { type: "number" }, to: { type: "string" } },
      required: ["amount"],
    },
    costProfile: { safetyClass: "mutating", tokens: 100, latencyMs: 20 },
    metadata: { description: "pay the invoice of the printer" },
    execute: (args) => {
      executed.push(args);
      return { paid: (args as { amount: unknown }).amount };
    },
    ...extra,
  } as Parameters<typeof defineCapability>[0]);
}

const payer = (args: Record<string, unknown> = { amount: 150 }) =>
  scriptedModel((request, call) =>
    request.schema === null ? PAID : call === 1 ? callOf("pay_invoice", args) : answerOf(PAID),
  );

const decided = (result: PositionedResult) =>
  result.events.flatMap((event) => (event.kind === "policy_decided" ? [event.data] : []));

interface Pay extends Partial<RunOptions> {
  readonly args?: Record<string, unknown>;
  readonly tool?: Partial<Parameters<typeof defineCapability>[0]>;
}

async function pay(programs: readonly ReturnType<typeof strataPolicy>[], { args, tool, ...options }: Pay = {}) {
  const executed: unknown[] = [];
  const result = await runPositioned(REQUEST, {
    model: payer(args),
    tools: [payment(executed, tool)],
    classifier: fixedPlan([["GENERATE", []]]),
    policy: { programs },
    ...options,
  } as RunOptions);
  return { executed, result, decided: decided(result) as EventDataByKind["policy_decided"][] };
}

const policy = (text: string, extra: Partial<Parameters<typeof strataPolicy>[1]> = {}) =>
  strataPolicy(text, { id: "house", ...extra });

const OVER_100 = `@builtins.
require_approval(C, "amount above 100") :- argument(C, amount, V), is_int(V), V > 100.
deny(C, "amount above 1000") :- argument(C, amount, V), is_int(V), V > 1000.
`;

describe("verdicts on calls", () => {
  it(`${verifies("POS-POL-03", "STRATA-POL-01", "STRATA-POL-07")}denies by a rule, tells rule and proof, and runs nothing`, async () => {
    const { executed, decided } = await pay([policy(OVER_100)], { args: { amount: 5000 } });
    expect(executed).toEqual([]);
    const denial = decided.find(({ verdict }) => verdict === "deny");
    expect(denial).toMatchObject({
      point: "arguments",
      reasons: ["amount above 1000"],
      rule: "policy-rule:house#2",
      proof: { kind: "derived", data: { rule: 2, fact: { pred: "deny" } } },
    });
    expect(decided.filter(({ point }) => point === "selection")).toEqual([]);
  });

  it(`${verifies("STRATA-POL-03", "POS-POL-03")}an approval meets require_approval and never lifts a denial`, async () => {
    const approved = await pay([policy(OVER_100)], { clarifyHandler: () => true });
    expect(approved.executed).toEqual([{ amount: 150 }]);
    expect(approved.decided.map(({ verdict }) => verdict)).toEqual(["require_approval"]);

    const withdrawn = await pay([policy(`${OVER_100}deny(C, withdrawn) :- approved(C).`)], {
      clarifyHandler: () => true,
    });
    expect(withdrawn.executed).toEqual([]);
    expect(withdrawn.decided.at(-1)).toMatchObject({ verdict: "deny", reasons: ["withdrawn"] });

    const both = await pay([policy(OVER_100)], { args: { amount: 5000 }, clarifyHandler: () => true });
    expect(both.executed).toEqual([]);
  });

  it(`${verifies("STRATA-POL-02")}halt > deny > require_approval > allow > default, with all reasons sorted`, async () => {
    const halted = await pay([
      policy(
        'halt("late") :- proposed(_, _, _). deny(C, no) :- proposed(C, _, _). halt("early") :- proposed(_, _, _).',
      ),
    ]);
    expect([halted.result.status, halted.result.haltReason]).toEqual(["halted", "early"]);
    expect(halted.result.halt).toMatchObject({
      haltPoint: "TOOL_SELECTED",
      problematicFrame: { capabilityId: "pay_invoice", violation: "early", policyRule: "policy-rule:house#2" },
    });
    expect(halted.decided.at(-1)).toMatchObject({ verdict: "halt", reasons: ["early", "late"] });

    const denied = await pay([
      policy("allow(C, fine) :- proposed(C, _, _). deny(C, b) :- proposed(C, _, _). deny(C, a) :- proposed(C, _, _).", {
        trusted: true,
      }),
    ]);
    expect(denied.result.events.find(({ kind }) => kind === "tool_call_refused")?.data).toMatchObject({ reason: "a" });

    // Whose reason it is makes no difference: those of all policies stand in one order.
    const saying = (id: string, text: string) => strataPolicy(text, { id });
    const severally = await pay([
      saying("first", "deny(C, late) :- proposed(C, _, _)."),
      saying("second", "deny(C, early) :- proposed(C, _, _)."),
      saying("third", "deny(C, middle) :- proposed(C, _, _)."),
    ]);
    expect(severally.decided.flatMap(({ reasons }) => reasons)).toEqual(["early", "late", "middle"]);
    expect(severally.result.events.find(({ kind }) => kind === "tool_call_refused")?.data).toMatchObject({
      reason: "early",
    });
    const stopped = await pay([
      saying("first", "halt(late) :- proposed(_, _, _)."),
      saying("second", "halt(early) :- proposed(_, _, _)."),
    ]);
    expect(stopped.result).toMatchObject({
      haltReason: "early",
      halt: { problematicFrame: { policyRule: "policy-rule:second#0" } },
    });

    const allowed = await pay([policy("allow(C, fine) :- proposed(C, _, _).", { trusted: true })]);
    expect(allowed.executed).toHaveLength(1);
    expect(allowed.decided).toMatchObject([{ verdict: "allow", reasons: ["fine"] }]);
  });

  it(`${verifies("STRATA-POL-02", "STRATA-POL-05")}default deny needs an allow row of a trusted policy`, async () => {
    const allow = "allow(C, fine) :- argument(C, amount, 150).";
    const refusing = strataPolicy("", { id: "strict", defaultVerdict: "deny" });
    const silent = await pay([refusing]);
    expect(silent.executed).toEqual([]);
    expect(silent.decided).toMatchObject([{ verdict: "deny", reasons: ["no_allow_rule"] }]);

    const untrusted = await pay([refusing, policy(allow)]);
    expect(untrusted.executed).toEqual([]);

    const trusted = await pay([refusing, policy(allow, { trusted: true })]);
    expect(trusted.executed).toHaveLength(1);
  });

  it(`${verifies("POS-POL-03", "STRATA-POL-05")}lifts no denial of the declarative rules and none of another policy`, async () => {
    const allow = policy("allow(C, fine) :- proposed(C, _, _).", { trusted: true });
    const scoped = await pay([], {
      args: { amount: 1, to: "https://evil.example" },
      policy: new PolicyContext({ authorisedScope: ["good.example"], programs: [allow] }),
    });
    expect(scoped.executed).toEqual([]);
    const other = await pay([allow, strataPolicy("deny(C, no) :- proposed(C, _, _).", { id: "other" })]);
    expect(other.executed).toEqual([]);
  });

  it(`${verifies("POS-POL-03", "POS-POL-07")}a call that needs a person where nobody is asked halts with the rule in its frame`, async () => {
    const { result, executed } = await pay([policy(OVER_100)]);
    expect(executed).toEqual([]);
    expect(result.halt?.problematicFrame).toMatchObject({
      violation: "amount above 100",
      policyRule: "policy-rule:house#1",
    });
  });
});

describe("failing closed", () => {
  it(`${verifies("STRATA-POL-06", "STRATA-POL-04", "POS-POL-03")}a program that does not check stops the run from starting`, async () => {
    const journal = memoryJournal();
    for (const text of [
      "deny(C, X) :- proposed(C, _, _).",
      "deny(C, no) :- propsed(C, _, _).",
      'approved_sink("evil.example").',
      "@asp. deny(C, no) :- proposed(C, _, _).",
      "{",
      "deny(C",
    ]) {
      const attempt = pay([policy(text)], { journal, runId: "never" });
      await expect(attempt, text).rejects.toThrow(PolicyError);
      await expect(attempt, text).rejects.toThrow(/house.*E\d{4}/s);
    }
    expect(await journal.read("never")).toEqual([]);
    await expect(pay([policy(""), policy("")])).rejects.toThrow("Two policies");
    await expect(pay([policy("", { facts: [{ pred: "approved_sink", rows: [["x"]] }] })])).rejects.toThrow(
      "only the runtime",
    );
    await expect(pay([policy("", { facts: [{ pred: "nothing", rows: [["x"]] }] })])).rejects.toThrow(PolicyError);
    for (const programs of [{}, "deny", [null], [{ id: "x" }], [{ id: "x", program: 3 }]]) {
      await expect(pay([], { policy: { programs } as never })).rejects.toThrow(PolicyError);
    }
    for (const id of ["", "No", "a b", "x".repeat(65)]) expect(() => policy("", { id })).toThrow(PolicyError);
  });

  it(`${verifies("STRATA-POL-06")}a fault of a program is told by line and column of its text`, async () => {
    for (const [text, place] of [
      ["@builtins.\n\ndeny(C, no) :- propsed(C, _, _).", "3:16 /items/"],
      ["@builtins.\n  deny(C no).", "2:10: "],
      ['{\n  "ir_version": "0.0",\n  "items": []\n}', "2:17 /ir_version"],
    ] as const) {
      const error = await pay([policy(text)]).catch((reason: unknown) => reason);
      expect(String(error)).toMatch(/does not check: E\d{4} at \d/);
      expect(String(error)).toContain(` at ${place}`);
    }
  });

  const BLOW_UP =
    "pred big(cap, cap, cap, cap): Bool. big(A, B, C, D) :- capability(A, _, _), capability(B, _, _), capability(C, _, _), capability(D, _, _).";

  it(`${verifies("STRATA-POL-06")}an exceeded budget withholds, denies or halts by the point`, async () => {
    const budget = { derivedTuples: 0 };
    const frame = await pay([policy(`${BLOW_UP} withhold(A, "no") :- big(A, _, _, _).`, { budget })]);
    expect(frame.executed).toEqual([]);
    expect(frame.decided[0]).toMatchObject({ point: "frame", verdict: "withhold", reasons: ["policy_error"] });
    expect(frame.result.events.some(({ kind }) => kind === "tool_call_refused")).toBe(false);

    const call = await pay([
      policy(`${BLOW_UP} deny(C, never) :- proposed(C, _, A), big(A, A, A, A), inspection(frame).`, { budget }),
    ]);
    expect(call.executed).toEqual([]);
    expect(call.decided).toMatchObject([{ point: "selection", verdict: "deny", reasons: ["policy_error"] }]);

    const step = await pay([
      policy('halt(never) :- transition(_, _), operation(_, "PLAN"), run_calls(7).', { budget: { facts: 0 } }),
    ]);
    expect([step.result.status, step.result.haltReason]).toEqual(["halted", "policy_error"]);
    expect(step.executed).toEqual([]);
  });

  it(`${verifies("STRATA-POL-08")}more leaves than the budget lets be written down are denied, not judged in part`, async () => {
    const many = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`x${index}`, index]));
    const reading = policy("deny(C, no) :- argument(C, amount, 7).");
    const open = { type: "object" };
    const over = await pay([reading], { args: many, tool: { inputSchema: open } });
    expect(over.executed).toEqual([]);
    expect(over.decided).toMatchObject([{ point: "arguments", verdict: "deny", reasons: ["policy_error"] }]);
    const { x0: _, ...fewer } = many;
    const within = await pay([reading], { args: fewer, tool: { inputSchema: open } });
    expect(within.executed).toHaveLength(1);
  });
});

describe("frames", () => {
  const tools = (executed: string[], ids: readonly string[]): CapabilityDefinition[] =>
    ids.map((capabilityId) =>
      defineCapability({
        capabilityId,
        operationTypes: [...STL_OPERATIONS],
        inputSchema: { type: "object", properties: { word: { type: "string" } } },
        costProfile: { safetyClass: "read-only", tokens: 10, latencyMs: 5 },
        metadata: { description: `look the printer up in ${capabilityId}`, repeatable: true },
        execute: () => {
          executed.push(capabilityId);
          return { found: "printer" };
        },
      }),
    );

  async function look(programs: readonly ReturnType<typeof strataPolicy>[], extra: Partial<RunOptions> = {}) {
    const executed: string[] = [];
    let calls = 0;
    const result = await runPositioned("Look the printer up.", {
      model: scriptedModel((request) => {
        if (request.schema === null) return "The printer is a printer.";
        calls++;
        const offered = request.tools?.[0]?.name ?? request.prompt.match(/\b[abc]_book\b/)?.[0] ?? "";
        return callOf(offered, { word: `w${calls}` });
      }),
      tools: tools(executed, ["a_book", "b_book", "c_book"]),
      classifier: fixedPlan([["RETRIEVE", []]]),
      depth: "D3",
      policy: { programs },
      ...extra,
    });
    const frames = result.events.flatMap((event) => (event.kind === "frame_positioned" ? [event.data] : []));
    return { executed, result, frames, decided: decided(result) };
  }

  it(`${verifies("POS-POL-03", "STRATA-POL-01")}withhold is a rejection that names the rule`, async () => {
    const { frames, executed, decided } = await look([policy('withhold(b_book, "closed") :- offered(_, b_book).')]);
    expect(frames[0]?.capabilityIds).toEqual(expect.arrayContaining(["a_book", "c_book"]));
    expect(frames.flatMap(({ capabilityIds }) => capabilityIds)).not.toContain("b_book");
    expect(frames[0]?.rejected).toContainEqual({ capabilityId: "b_book", reason: "policy-rule:house#0" });
    expect(executed).not.toContain("b_book");
    expect(decided.filter(({ verdict }) => verdict === "withhold")).toMatchObject([
      { subject: "b_book", reasons: ["closed"], rule: "policy-rule:house#0" },
    ]);
  });

  it(`${verifies("STRATA-POL-05")}prefer orders what is offered: finite weights, then the rest, then inf`, async () => {
    const plain = await look([]);
    const order = plain.frames[0]?.capabilityIds ?? [];
    const [first, second, third] = order;
    const { frames } = await look([
      policy(
        `5 :: prefer(${third}). prefer(${first}) :- offered(_, ${first}), never(x). inf :: prefer(${first}). pred never(reason): Trop.`,
      ),
    ]);
    expect(frames[0]?.capabilityIds).toEqual([third, second, first]);
  });

  it(`${verifies("STRATA-POL-05")}the least limit on calls counts, and below zero is zero`, async () => {
    const free = await look([]);
    expect(free.executed.length).toBeGreaterThan(2);
    const two = await look([policy("limit_calls(O, 2) :- current(O). limit_calls(O, 9) :- current(O).")]);
    expect(two.executed).toHaveLength(2);
    const one = await look([
      policy("limit_calls(O, 2) :- current(O)."),
      strataPolicy("limit_calls(O, 1) :- current(O).", { id: "b" }),
    ]);
    expect(one.executed).toHaveLength(1);
    const none = await look([policy("limit_calls(O, -3) :- current(O).")]);
    expect(none.executed).toHaveLength(0);
    const many = await look([policy("limit_calls(O, 99) :- current(O).")]);
    expect(many.executed.length).toBe(free.executed.length);
  });

  it(`${verifies("STRATA-POL-10")}limit_tokens ends the step with what it has: cut, and the run partial`, async () => {
    const { result, executed } = await look([policy("limit_tokens(O, 10) :- current(O).")]);
    expect(executed).toHaveLength(1);
    expect(result.status).toBe("partial");
    expect(result.text).toContain("printer");
    expect(result.usage.calls).toBe(1);
    const enough = await look([policy("limit_tokens(O, 1000000) :- current(O).")]);
    expect(enough.result.status).toBe("complete");

    // An output that was cut for length is not gone on with either.
    const cutAt = async (limit: number) => {
      const { result: cut } = await look([policy(`limit_tokens(O, ${limit}) :- current(O).`)], {
        fabric: undefined,
        tools: [],
        model: scriptedModel((_, call) =>
          call === 1
            ? { text: "The printer stands in the hall and", finishReason: "length" }
            : { text: " is switched on by its side.", finishReason: "stop" },
        ),
      } as Partial<RunOptions>);
      return cut;
    };
    const stopped = await cutAt(10);
    expect([stopped.status, stopped.usage.calls]).toEqual(["partial", 1]);
    expect(stopped.text).toContain("The printer stands in the hall and");
    expect(stopped.eventStream.map(({ detail }) => detail)).toContain("continuation_stopped=token-limit window=1");
    expect((await cutAt(1_000_000)).usage.calls).toBe(2);
  });

  it(`${verifies("STRATA-POL-09")}token_limit stops nothing by itself; a policy that reads it does`, async () => {
    const alone = await look([policy("")], { tokenLimit: 1 });
    expect(alone.result.status).toBe("complete");
    const stopped = await look([policy("@builtins. halt(spent) :- tokens_spent(N), token_limit(M), N >= M.")], {
      tokenLimit: 1,
    });
    expect([stopped.result.status, stopped.result.haltReason]).toEqual(["halted", "spent"]);
    const unlimited = await look([policy("@builtins. halt(spent) :- tokens_spent(N), token_limit(M), N >= M.")]);
    expect(unlimited.result.status).toBe("complete");
  });

  it(`${verifies("STRATA-POL-01")}is asked before every transition, and reads only halts there`, async () => {
    const seen = await look([policy('halt(end) :- transition("INTEGRATED", "COMPLETE").')]);
    expect([seen.result.status, seen.result.halt?.haltPoint]).toEqual(["halted", "COMPLETE"]);
    const states: string[] = [];
    for (const state of [
      "OPERATION_POSITIONED",
      "TOOL_SELECTED",
      "TOOL_EXECUTED",
      "OPERATION_VERIFIED",
      "INTEGRATED",
    ]) {
      const { result } = await look([policy(`halt(end) :- transition(_, "${state}").`)]);
      states.push(result.halt?.haltPoint ?? "none");
      expect(result.eventStream.map((event) => event.state)).not.toContain(state);
    }
    expect(states).toEqual([
      "OPERATION_POSITIONED",
      "TOOL_SELECTED",
      "TOOL_EXECUTED",
      "OPERATION_VERIFIED",
      "INTEGRATED",
    ]);
  });
});

describe("the record", () => {
  it(`${verifies("STRATA-POL-07", "POS-REC-04")}holds decisions with proofs, and a replay reads them`, async () => {
    const journal = memoryJournal();
    const { result } = await pay([policy(OVER_100)], { journal, runId: "r", clarifyHandler: () => true });
    const entries = (await journal.read("r")).flatMap((entry) =>
      entry.kind === "effect_finished" && entry.data.act === "policy" ? [entry.data] : [],
    );
    expect(entries.length).toBeGreaterThan(4);
    expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length);
    for (const { key } of entries) expect(key).toMatch(/^r\/(?:run|s1)\/\d+\/policy\.\d+$/);
    const replayed = await replayRun({ journal, runId: "r" });
    expect(replayed.events).toEqual(result.events);
  });

  it(`${verifies("STRATA-POL-07")}is what a replay goes by: it evaluates nothing again`, async () => {
    const journal = memoryJournal();
    const said = await pay([policy("allow(C, fine) :- proposed(C, _, _).", { trusted: true })], {
      journal,
      runId: "r",
    });
    expect(said.decided).toMatchObject([{ verdict: "allow", reasons: ["fine"] }]);
    const forged = memoryJournal();
    for (const [index, entry] of (await journal.read("r")).entries()) {
      await forged.append("r", JSON.parse(JSON.stringify(entry).replaceAll('"fine"', '"forged"')), index);
    }
    for (const entry of await journal.read("r")) {
      for (const [digest] of JSON.stringify(entry).matchAll(/sha256:[0-9a-f]{64}/g)) {
        const bytes = await journal.getBlob(digest, "r");
        if (bytes !== null) await forged.putBlob(digest, bytes, "r");
      }
    }
    const replayed = await replayRun({ journal: forged, runId: "r" });
    expect(decided(replayed)).toMatchObject([{ verdict: "allow", reasons: ["forged"] }]);
  });

  it(`${verifies("POS-EFF-04", "POS-POL-03")}a waiting run is resumed with the policies it was started with`, async () => {
    for (const policies of [{ programs: [policy(OVER_100)] }, new PolicyContext({ programs: [policy(OVER_100)] })]) {
      const journal = memoryJournal();
      const executed: unknown[] = [];
      const options = {
        model: payer(),
        tools: [payment(executed)],
        classifier: fixedPlan([["GENERATE", []]]),
        journal,
      } as unknown as RunOptions;
      const waiting = await runPositioned(REQUEST, { ...options, policy: policies, runId: "w" });
      expect(waiting.status).toBe("waiting");
      const [request] = await pendingRequests("w", { journal });
      await answerPositioned("w", request?.kind === "approval" ? request.data.id : "", true, { journal });
      const resumed = await (await resumePositioned("w", options)).result;
      expect(resumed.status).toBe("complete");
      expect(executed).toEqual([{ amount: 150 }]);
    }
  });

  it(`${verifies("STRATA-POL-07")}without policies nothing is recorded of them`, async () => {
    const journal = memoryJournal();
    await pay([], { journal, runId: "plain" });
    const acts = (await journal.read("plain")).flatMap((entry) =>
      entry.kind === "effect_finished" ? [entry.data.act] : [],
    );
    expect(acts).not.toContain("policy");
  });

  it(`${verifies("POS-POL-03")}a stream rejects its result for a policy that is none`, async () => {
    const handle = streamPositioned(REQUEST, { model: payer(), policy: { programs: [{ id: "bare" }] } });
    await expect(handle.result).rejects.toThrow(PolicyError);
  });
});
