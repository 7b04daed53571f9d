import { defineCapability } from "@pelorus/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { policyReserved } from "../../../strata/src/index.js";
import { argumentRows, MAX_ARGUMENT_LEAVES } from "../../src/policy/strata-policy/argument-rows.js";
import type { PolicySituation } from "../../src/policy/strata-policy/policy-situation.js";
import { supplyRows } from "../../src/policy/strata-policy/supply-rows.js";

const mail = defineCapability({
  capabilityId: "mail",
  kind: "mcp-tool",
  operationTypes: ["RETRIEVE", "GENERATE"],
  inputSchema: { type: "object" },
  costProfile: { safetyClass: "network", tokens: 10.4, latencyMs: 5 },
  dependencies: ["login"],
  consumesFacts: ["address"],
  dataResidency: "eu",
  allowedPolicyDomains: ["support"],
  metadata: { producesTypes: ["receipt"], irreversible: true },
  execute: () => null,
}).descriptor;

const situation = (extra: Partial<PolicySituation> = {}): PolicySituation => ({
  point: "arguments",
  operations: [
    { id: "s1", operation: "RETRIEVE", dependsOn: [], depth: 2, calls: 3, completed: true },
    { id: "s2", operation: "GENERATE", dependsOn: ["s1"], depth: 3, calls: 0, completed: false },
  ],
  currentId: "s2",
  runCalls: 3,
  tokensSpent: 900,
  capabilities: [mail],
  offered: ["mail"],
  have: ["address", "address"],
  goal: ["receipt"],
  sessionRegion: "eu",
  sessionAreas: ["support"],
  approvedSinks: ["corp.example", "https://files.example/shared"],
  ...extra,
});

const everything = new Set(policyReserved());

function rowsOf(given: PolicySituation, reads: ReadonlySet<string> = everything) {
  const supplied = supplyRows(given, reads);
  if (supplied.kind === "over_budget") return supplied.data;
  return Object.fromEntries(
    supplied.data.map(({ pred, rows, weights }) => [
      pred,
      weights === undefined ? rows : [...rows.map((row, at) => [...row, weights[at]])],
    ]),
  );
}

describe("supplied rows", () => {
  it(`${verifies("STRATA-POL-09")}come from the run, its tools and its options`, () => {
    expect(rowsOf(situation())).toEqual({
      inspection: [["arguments"]],
      operation: [
        ["s1", "RETRIEVE"],
        ["s2", "GENERATE"],
      ],
      current: [["s2"]],
      completed: [["s1"]],
      depends_on: [["s2", "s1"]],
      depth: [
        ["s1", 2],
        ["s2", 3],
      ],
      calls_made: [
        ["s1", 3],
        ["s2", 0],
      ],
      run_calls: [[3]],
      tokens_spent: [[900]],
      offered: [["s2", "mail"]],
      have: [["address"]],
      goal: [["receipt"]],
      session_region: [["eu"]],
      session_area: [["support"]],
      approved_sink: [["corp.example"]],
      capability: [["mail", "mcp-tool", "network"]],
      supports: [
        ["mail", "RETRIEVE"],
        ["mail", "GENERATE"],
      ],
      requires: [["mail", "login"]],
      consumes: [["mail", "address"]],
      produces: [["mail", "receipt"]],
      cost_tokens: [["mail", 10]],
      latency_ms: [["mail", 5]],
      residency: [["mail", "eu"]],
      policy_area: [["mail", "support"]],
      cap_cost: [["mail", 15]],
    });
    expect(rowsOf(situation({ tokenLimit: 5000 }))).toMatchObject({ token_limit: [[5000]] });
    expect(
      rowsOf(situation({ point: "transition", transition: { from: "INTEGRATED", to: "COMPLETE" } })),
    ).toMatchObject({
      transition: [["INTEGRATED", "COMPLETE"]],
    });
    expect(rowsOf(situation(), new Set(["run_calls"]))).toEqual({ run_calls: [[3]] });
  });

  it(`${verifies("STRATA-POL-01", "STRATA-POL-09")}of a call are its own, and of its arguments only where they are known`, () => {
    const call = { id: "c1", operationId: "s2", capabilityId: "mail", irreversible: true, approved: false } as const;
    const unseen = rowsOf(situation({ point: "selection", call }));
    expect(unseen).toMatchObject({ proposed: [["c1", "s2", "mail"]], irreversible: [["c1"]] });
    for (const pred of ["argument", "label", "target", "approved"]) expect(unseen).not.toHaveProperty(pred);
    const known = { arguments: { to: "a@corp.example", n: 2 }, labels: ["pii"], targets: ["a@corp.example"] };
    expect(rowsOf(situation({ call: { ...call, approved: true, known } }))).toMatchObject({
      argument: [
        ["c1", "to", "a@corp.example"],
        ["c1", "n", 2],
      ],
      label: [["c1", "pii"]],
      target: [["c1", "corp.example"]],
      approved: [["c1"]],
      approved_sink: [["corp.example"]],
    });
  });

  it(`${verifies("STRATA-POL-09")}approve a target only where everything the call names by it is approved`, () => {
    const sinks = (...targets: string[]) =>
      (
        rowsOf(
          situation({
            call: {
              id: "c",
              operationId: "s2",
              capabilityId: "mail",
              irreversible: false,
              approved: false,
              known: { arguments: {}, labels: [], targets },
            },
          }),
        ) as { approved_sink: string[][] }
      ).approved_sink.flat();
    expect(sinks("https://files.example/shared/a")).toContain("files.example");
    expect(sinks("https://files.example/private")).not.toContain("files.example");
    expect(sinks("https://files.example/shared/a", "https://files.example/private")).not.toContain("files.example");
    expect(sinks("mail.corp.example")).toContain("mail.corp.example");
    expect(sinks("corp.example.evil.example")).toEqual(["corp.example"]);
  });
});

describe("argument leaves", () => {
  it(`${verifies("STRATA-POL-08")}are named by pointer and keep text and safe integers`, () => {
    const args = {
      amount: 150,
      half: 0.5,
      huge: 2 ** 53,
      zero: -0,
      yes: true,
      none: null,
      to: { list: ["a", { "b/c": "d~" }] },
      empty: {},
      "x/y": 1,
    };
    expect(argumentRows(args)).toEqual([
      ["amount", 150],
      ["half", "0.5"],
      ["huge", "9007199254740992"],
      ["zero", 0],
      ["yes", "true"],
      ["none", "null"],
      ["to/list/0", "a"],
      ["to/list/1/b~1c", "d~"],
      ["x~1y", 1],
    ]);
  });

  it(`${verifies("STRATA-POL-08")}are counted: none is left out, and too many are none`, () => {
    expect(argumentRows({ list: Array(MAX_ARGUMENT_LEAVES).fill(1) })).toHaveLength(1000);
    expect(argumentRows({ list: Array(MAX_ARGUMENT_LEAVES + 1).fill(1) })).toBeNull();
    let deep: unknown = "leaf";
    for (let depth = 0; depth < 20_000; depth++) deep = [deep];
    expect(argumentRows({ deep })).toHaveLength(1);
  });

  it(`${verifies("STRATA-POL-08")}have one row per leaf of any arguments, each under its own name`, () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), (args) => {
        const rows = argumentRows(args) ?? [];
        expect(new Set(rows.map(([name]) => name)).size).toBe(rows.length);
        for (const [name, value] of rows) {
          const leaf = `/${name}`
            .split("/")
            .slice(1)
            .reduce<unknown>(
              (at, key) => (at as Record<string, unknown>)[key.replaceAll("~1", "/").replaceAll("~0", "~")],
              args,
            );
          expect(value).toEqual(
            typeof leaf === "string" ? leaf : Number.isSafeInteger(leaf) ? Number(leaf) + 0 : JSON.stringify(leaf),
          );
        }
      }),
      { numRuns: 200 },
    );
  });
});
