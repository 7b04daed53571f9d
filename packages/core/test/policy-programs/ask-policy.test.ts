import { strataPolicy } from "@pelorus/core";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import type { InspectionPoint } from "../../src/contract/policy.js";
import { askPolicy } from "../../src/policy/strata-policy/ask-policy.js";
import { loadPolicies } from "../../src/policy/strata-policy/load-policies.js";

const capabilities = Array.from({ length: 60 }, (_, number) => `tool_${number}`);
const rows = [
  { pred: "offered", rows: capabilities.map((id) => ["s1", id]) },
  { pred: "proposed", rows: [["c1", "s1", "tool_1"]] },
];

async function ask(text: string, point: InspectionPoint) {
  const [loaded] = await loadPolicies([strataPolicy(text, { id: "house", budget: { derivedTuples: 2_000 } })]);
  if (loaded === undefined) throw new Error("no policy");
  return askPolicy(loaded, { point, rows, subjects: new Set(["s1", "c1", ...capabilities]) });
}

/** More rows than the budget has, in what only `rule` reads. */
const costly = (rule: string) =>
  `@builtins.
   pred pair(cap, cap): Bool.
   pair(A, B) :- offered(_, A), offered(_, B).
   ${rule} pair(tool_1, tool_2).`;

describe("what is evaluated at a point", () => {
  const withhold = costly('withhold(K, "too many") :- offered(_, K),');
  const deny = costly('deny(C, "too many") :- proposed(C, _, _),');

  it(`${verifies("STRATA-POL-01")}is what is read there, and nothing else costs anything`, async () => {
    expect((await ask(withhold, "frame")).kind).toBe("failed");
    expect((await ask(withhold, "arguments")).kind).toBe("decided");
    expect((await ask(withhold, "selection")).kind).toBe("decided");
    expect((await ask(withhold, "transition")).kind).toBe("decided");
    expect((await ask(deny, "arguments")).kind).toBe("failed");
    expect((await ask(deny, "selection")).kind).toBe("failed");
    expect((await ask(deny, "frame")).kind).toBe("decided");
    expect((await ask(deny, "transition")).kind).toBe("decided");
  });

  it(`${verifies("STRATA-POL-01")}gives the decisions of that point only`, async () => {
    const text = `halt("stop") :- proposed(_, _, _).
      deny(C, "no") :- proposed(C, _, _).
      withhold(K, "kept") :- offered(_, K).`;
    const kinds = async (point: InspectionPoint) => {
      const outcome = await ask(text, point);
      return outcome.kind === "decided" ? outcome.data.decisions.map(({ kind }) => kind).toSorted() : outcome;
    };
    expect(new Set((await kinds("frame")) as string[])).toEqual(new Set(["halt", "withhold"]));
    expect(await kinds("selection")).toEqual(["deny", "halt"]);
    expect(await kinds("arguments")).toEqual(["deny", "halt"]);
    expect(await kinds("transition")).toEqual(["halt"]);
  });
});
