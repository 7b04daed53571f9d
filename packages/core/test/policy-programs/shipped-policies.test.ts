import { type CapabilityDescriptor, PolicyError } from "@pelorus/core";
import {
  cheapestToolPath,
  DATA_EGRESS,
  dataEgress,
  explainPolicy,
  RESIDENCY,
  residency,
  SAFE_DEFAULTS,
  SPEND_LIMIT,
  type StrataPolicy,
  safeDefaults,
  spendLimit,
  strataPolicy,
  toolSequence,
} from "@pelorus/core/policies";
import { compile, parseProgram, parseText, policyReserved, policyVocabulary } from "@pelorus/strata";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";

const SHIPPED = [SAFE_DEFAULTS, DATA_EGRESS, SPEND_LIMIT, RESIDENCY];

/** `"label c pii"` is the row `label(c, pii)`; whole numbers are numbers. */
function facts(...rows: readonly string[]) {
  return rows.map((text) => {
    const [pred = "", ...args] = text.split(" ");
    return { pred, rows: [args.map((arg) => (/^\d+$/.test(arg) ? Number(arg) : arg))] };
  });
}

async function decisionsOf(policy: StrataPolicy, ...rows: readonly string[]) {
  const { decisions } = await explainPolicy(policy, facts(...rows));
  return decisions.map(({ kind, subject, reason, value }) =>
    [kind, subject, reason ?? value].filter((part) => part !== undefined).join(" "),
  );
}

describe("policies that ship", () => {
  it.each(SHIPPED.map((policy) => [policy.id, policy] as const))(
    `${verifies("STRATA-POL-11")}%s is the same program in text and JSON, and checks without a warning`,
    (_, { text, json }) => {
      const read = parseText(text);
      const loaded = parseProgram(json);
      if (!read.ok || !loaded.ok) throw new Error("does not load");
      const bare = ({ items }: typeof read.value) => items.map(({ kind, data }) => ({ kind, data }));
      expect(bare(loaded.value)).toEqual(bare(read.value));
      const compiled = compile(loaded.value, { prelude: policyVocabulary(), reserved: policyReserved() });
      expect([compiled.ok, compiled.diagnostics]).toEqual([true, []]);
    },
  );

  it(`${verifies("POS-POL-03")}safe-defaults: a person approves what destroys, oversees, or cannot be undone`, async () => {
    const of = (safety: string, ...more: string[]) =>
      decisionsOf(safeDefaults(), "inspection arguments", "proposed c s k", `capability k tool ${safety}`, ...more);
    expect(await of("destructive")).toEqual(["require_approval c destructive"]);
    expect(await of("human-oversight")).toEqual(["require_approval c human oversight"]);
    expect(await of("mutating", "irreversible c")).toEqual(["require_approval c irreversible"]);
    for (const safety of ["read-only", "mutating", "network"]) expect(await of(safety)).toEqual([]);
  });

  it(`${verifies("POS-POL-03")}data-egress: labelled data goes to approved sinks only`, async () => {
    const of = (policy: StrataPolicy, safety: string, ...more: string[]) =>
      decisionsOf(policy, "inspection arguments", "proposed c s k", `capability k tool ${safety}`, ...more);
    const sink = ["target c corp.example", "approved_sink corp.example"];
    expect(
      await of(dataEgress(), "network", "label c pii", "target c evil.example", "approved_sink corp.example"),
    ).toEqual(["deny c labelled data, unapproved target"]);
    expect(await of(dataEgress(), "network", "label c pii", ...sink)).toEqual([]);
    expect(await of(dataEgress(), "network", "label c pii", ...sink, "target c evil.example")).toHaveLength(1);
    expect(await of(dataEgress(), "network", "target c evil.example")).toEqual([]);
    expect(await of(dataEgress(), "mutating", "label c pii")).toEqual(["deny c labelled data, no stated target"]);
    expect(await of(dataEgress(), "read-only", "label c pii")).toEqual([]);
    const open = dataEgress({ publicLabels: ["news"] });
    expect(await of(open, "network", "label c news", "target c evil.example")).toEqual([]);
    expect(await of(open, "network", "label c news", "label c pii", "target c evil.example")).toHaveLength(1);
  });

  it(`${verifies("POS-POL-03", "STRATA-POL-11")}spend-limit: its numbers are rows of the host`, async () => {
    const call = (made: number, limits = { runCalls: 3 }) =>
      decisionsOf(spendLimit(limits), "inspection selection", "proposed c s k", `run_calls ${made}`);
    expect(await call(2)).toEqual([]);
    expect(await call(3)).toEqual(["deny c the calls of the run are used up"]);
    expect(await call(99, {} as never)).toEqual([]);
    const frame = (...rows: string[]) =>
      decisionsOf(
        spendLimit({ runCalls: 3, runTokens: 500, operationCalls: 2, operationTokens: 100 }),
        "inspection frame",
        "current s",
        "offered s k",
        ...rows,
      );
    expect(await frame("run_calls 0", "tokens_spent 499")).toEqual(["limit_calls s 2", "limit_tokens s 100"]);
    expect(await frame("run_calls 3", "tokens_spent 500")).toEqual([
      "halt the tokens of the run are used up",
      "withhold k the calls of the run are used up",
      "limit_calls s 2",
      "limit_tokens s 100",
    ]);
    expect(await decisionsOf(spendLimit(), "inspection frame", "tokens_spent 10", "token_limit 10")).toEqual([
      "halt token limit reached",
    ]);
    // What is done is done: the end of a run is no frame.
    expect(await decisionsOf(spendLimit(), "inspection transition", "tokens_spent 10", "token_limit 10")).toEqual([]);
  });

  it(`${verifies("POS-POL-03")}residency: tools outside the allowed regions are neither offered nor called`, async () => {
    const of = (policy: StrataPolicy, ...rows: string[]) =>
      decisionsOf(policy, "inspection frame", "offered s k", "capability k tool network", ...rows);
    expect(await of(residency(), "residency k us", "session_region eu")).toEqual([
      "withhold k outside the allowed regions",
    ]);
    expect(await of(residency(), "residency k eu", "session_region eu")).toEqual([]);
    expect(await of(residency(), "residency k us")).toEqual([]);
    expect(await of(residency({ allowedRegions: ["us"] }), "residency k us", "session_region eu")).toEqual([]);
    expect(await of(residency(), "session_region eu")).toEqual([]);
    expect(await of(residency({ mustState: true }), "session_region eu")).toEqual(["withhold k states no region"]);
    expect(
      await decisionsOf(residency(), "inspection arguments", "proposed c s k", "residency k us", "session_region eu"),
    ).toEqual(["deny c outside the allowed regions"]);
  });
});

describe("plan logic of tools", () => {
  const tool = (capabilityId: string, consumesFacts: string[], ...producesTypes: string[]) =>
    ({ capabilityId, consumesFacts, metadata: { producesTypes } }) satisfies Partial<CapabilityDescriptor>;
  const tools = [
    tool("crm", ["customer_id"], "customer"),
    tool("list", [], "price"),
    tool("make_quote", ["customer", "price"], "quote"),
    tool("buy_quote", [], "quote"),
  ];
  const cost = (id: string, weight: number) => ({ pred: "cap_cost", rows: [[id]], weights: [weight] });
  const given = [
    ...facts(
      "inspection frame",
      "current s",
      "offered s make_quote",
      "offered s buy_quote",
      "have customer_id",
      "goal quote",
    ),
    ...tools.flatMap(({ capabilityId }) => facts(`capability ${capabilityId} tool network`)),
    cost("crm", 100),
    cost("list", 20),
    cost("make_quote", 30),
    cost("buy_quote", 900),
  ];

  it(`${verifies("STRATA-PLN-02")}prefers the goal's maker with the cheapest path, every input paid for, and tells the sequence`, async () => {
    const { decisions } = await explainPolicy(cheapestToolPath(tools), given);
    expect(decisions.map(({ kind, subject, value }) => [kind, subject, value])).toEqual([
      ["prefer", "buy_quote", 900],
      ["prefer", "make_quote", 150],
    ]);
    expect(toolSequence(decisions.find(({ subject }) => subject === "make_quote")?.proof)).toEqual([
      "crm",
      "list",
      "make_quote",
    ]);
  });

  it(`${verifies("STRATA-PLN-02")}a shared sub-path counts once per use`, async () => {
    const shared = [
      tool("base", [], "a"),
      tool("left", ["a"], "b"),
      tool("right", ["a"], "c"),
      tool("both", ["b", "c"], "d"),
    ];
    const { decisions } = await explainPolicy(cheapestToolPath(shared), [
      ...facts("inspection frame", "current s", "offered s both", "goal d"),
      ...shared.flatMap(({ capabilityId }) => [
        cost(capabilityId, 10),
        ...facts(`capability ${capabilityId} tool network`),
      ]),
    ]);
    expect(decisions).toMatchObject([{ kind: "prefer", subject: "both", value: 50 }]);
  });

  it(`${verifies("STRATA-PLN-01")}withholds what needs, at any distance, what is not there`, async () => {
    const { decisions } = await explainPolicy(cheapestToolPath([]), [
      ...facts("inspection frame", "current s", "offered s bill", "requires bill orders", "requires orders ledger"),
      ...facts("capability bill tool network", "capability orders tool network"),
    ]);
    expect(decisions).toMatchObject([{ kind: "withhold", subject: "bill", reason: "a needed capability is missing" }]);
    expect(decisions[0]?.text).toContain("There is no row known(ledger)");
  });

  it(`${verifies("STRATA-PLN-02")}takes any id a capability may have`, async () => {
    const odd = tool('say "hi"\\n', ["it's"], "a b");
    const { decisions } = await explainPolicy(cheapestToolPath([odd]), [
      { pred: "inspection", rows: [["frame"]] },
      { pred: "offered", rows: [["s", odd.capabilityId]] },
      { pred: "have", rows: [["it's"]] },
      { pred: "goal", rows: [["a b"]] },
      cost(odd.capabilityId, 7),
    ]);
    expect(decisions).toMatchObject([{ kind: "prefer", subject: odd.capabilityId, value: 7 }]);
  });
});

describe("explaining a policy", () => {
  it(`${verifies("STRATA-POL-07", "STRATA-POL-03")}tells what it decides, why, and why not`, async () => {
    const rows = ["inspection arguments", "proposed c s k", "capability k tool destructive"];
    const asked = await explainPolicy(safeDefaults(), facts(...rows));
    expect(asked.calls).toEqual([{ call: "c", verdict: "require_approval", reasons: ["destructive"] }]);
    expect(asked.decisions[0]?.text).toContain("capability(k, tool, destructive) is given");
    expect(asked.notDecided.map(({ kind }) => kind)).toEqual(["halt", "deny", "allow"]);
    const approved = await explainPolicy(safeDefaults(), facts(...rows, "approved c"));
    expect(approved.calls).toMatchObject([{ verdict: "allow" }]);

    const harmless = await explainPolicy(
      safeDefaults(),
      facts("inspection arguments", "proposed c s k", "capability k tool network"),
    );
    expect(harmless.calls).toEqual([{ call: "c", verdict: "allow", reasons: [] }]);
    expect(harmless.notDecided.find(({ kind }) => kind === "require_approval")?.text).toContain("no row matches");

    const strict = strataPolicy("", { id: "strict", defaultVerdict: "deny" });
    expect((await explainPolicy(strict, facts(...rows))).calls).toMatchObject([
      { verdict: "deny", reasons: ["no_allow_rule"] },
    ]);
  });

  it(`${verifies("STRATA-POL-06")}throws for what cannot be asked`, async () => {
    const failing = [
      () => explainPolicy(safeDefaults(), facts("proposed c s k")),
      () => explainPolicy(safeDefaults(), facts("inspection nowhere")),
      () => explainPolicy(safeDefaults(), facts("inspection frame", "unheard of")),
      () => explainPolicy(strataPolicy("deny(C", { id: "broken" }), facts("inspection frame")),
    ];
    for (const ask of failing) await expect(ask()).rejects.toThrow(PolicyError);
  });
});
