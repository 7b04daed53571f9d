import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describeShared } from "../../../../test/support/shared.js";
import { verifies } from "../../../../test/support/verifies.js";
import { checkHostFact } from "../../src/check/check-host-facts.js";
import { checkProgram, resolveProgram } from "../../src/check/check-program.js";
import { stronglyConnected } from "../../src/check/strongly-connected.js";
import { DiagnosticList } from "../../src/diagnostic/diagnostic-list.js";
import type { Fact } from "../../src/ir/fact.js";
import { loadProgram, parseProgram } from "../../src/ir/json/load-program.js";
import { printProgram, programToJson } from "../../src/ir/json/print-program.js";
import type { Program } from "../../src/ir/program.js";
import { parseText } from "../../src/text/parse-text.js";
import { printText } from "../../src/text/print-text.js";
import { programs } from "../ir/arbitrary-program.js";
import { programOf } from "../ir/programs.js";
import { verdict } from "./verdict.js";

const resolved = (text: string, options = {}) => {
  const outcome = resolveProgram(programOf(text), options);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.diagnostics));
  return outcome.value;
};

describe("strata", () => {
  it(`${verifies("STRATA-CHK-03")}are the least numbers that negation and aggregates allow`, () => {
    const checked =
      resolved(`@builtins. domain d. pred e(d): Bool. pred a(d): Bool. pred b(d): Bool. pred c(int): Bool. pred f(d): Bool. pred g(d): Bool.
      a(X) :- e(X), X != z. b(X) :- e(X), not a(X). c(count<X>) :- b(X). f(X) :- b(X), c(N), N > 1. g(X) :- f(X), g(X).`);
    const strata = Object.fromEntries(checked.predicates.map(({ name, stratum }) => [name, stratum]));
    expect(strata).toEqual({ e: 0, a: 0, b: 1, c: 2, f: 2, g: 2 });
    expect(checked.numStrata).toBe(3);
    expect(resolved("domain d.").numStrata).toBe(1);
  });

  it(`${verifies("STRATA-CHK-03")}come with components in dependency order, each marked recursive or not`, () => {
    const checked = resolved(
      "domain d. pred p(d): Bool. pred q(d): Bool. pred r(d): Bool. pred e(d): Bool. r(X) :- q(X). p(X) :- q(X). q(X) :- p(X). q(X) :- e(X).",
    );
    const names = checked.components.map(({ predicates, recursive, rules }) => ({
      names: predicates.map((id) => checked.predicates[id]!.name),
      recursive,
      rules: rules.map((place) => checked.rules[place]!.item),
    }));
    expect(names).toEqual([
      { names: ["e"], recursive: false, rules: [] },
      { names: ["p", "q"], recursive: true, rules: [6, 7, 8] },
      { names: ["r"], recursive: false, rules: [5] },
    ]);
    expect(checked.rules[0]).toMatchObject({ item: 5, head: 2, body: [1], aggregate: -1 });
  });
});

describe("strongly connected components", () => {
  it("are those of a transitive closure, and what is read comes first", () => {
    const graphs = fc.array(fc.array(fc.nat({ max: 7 }), { maxLength: 4 }), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(graphs, (reads) => {
        const reach = reads.map((edges, from) => reads.map((_, to) => from === to || edges.includes(to)));
        for (const k of reads.keys())
          for (const i of reads.keys())
            for (const j of reads.keys()) {
              if (reach[i]![k] && reach[k]![j]) reach[i]![j] = true;
            }
        const components = stronglyConnected(reads);
        const placeOf = new Map(
          components.flatMap((members, place) => members.map((member) => [member, place] as const)),
        );
        expect(placeOf.size).toBe(8);
        for (const i of reads.keys())
          for (const j of reads.keys()) {
            expect(placeOf.get(i) === placeOf.get(j)).toBe(reach[i]![j]! && reach[j]![i]!);
            if (reach[i]![j]) expect(placeOf.get(j)!).toBeLessThanOrEqual(placeOf.get(i)!);
          }
      }),
    );
  });
});

describe("profiles", () => {
  it(`${verifies("STRATA-CHK-04")}interchange takes sorts as advice and refuses the extension`, () => {
    const sorts = "domain d. pred p(int): Bool. pred q(d): Bool. p(a). q(X) :- p(X). pred p(d): Bool.";
    expect(checkProgram(programOf(sorts)).ok).toBe(false);
    const lenient = checkProgram(programOf(sorts), { profile: "interchange" });
    expect(lenient.ok).toBe(true);
    expect(lenient.diagnostics.map(({ code, severity }) => `${code} ${severity}`)).toEqual(
      Array(3).fill("2001 warning"),
    );
    const extension = "@builtins. pred p(int): Bool. p(X) :- p(X), X > 1. p(X) :- p(X), is_int(X).";
    expect(verdict(extension, { profile: "interchange" })).toEqual([
      "2008 /items/0",
      "2008 /items/2/data/body/1",
      "2008 /items/3/data/body/1",
    ]);
    expect(verdict("pred p(int): Bool. p(X) :- p(Y).", { profile: "interchange" })).toContain(
      "1003 /items/1/data/head/args/0",
    );
  });
});

describe("effects and order", () => {
  it(`${verifies("STRATA-CHK-05")}effects are kept and printed, and refuse nothing`, () => {
    const text = "pred p(int): Bool partial sound_only stochastic.\n";
    expect(printText(programOf(text))).toBe(text);
    expect(verdict(text)).toEqual([]);
    expect(resolved(text).predicates[0]!.effects).toEqual({
      termination: "partial",
      completeness: "sound_only",
      determinism: "stochastic",
    });
    expect(resolved("pred p(): Bool.").predicates[0]!.effects).toEqual({
      termination: "total",
      completeness: "complete",
      determinism: "deterministic",
    });
  });

  it(`${verifies("STRATA-CHK-05", "STRATA-CONF-02")}the order of items and literals changes no verdict`, () => {
    const faults = [
      "",
      "p(X) :- missing(X).",
      "p(X, Y) :- e(X, X).",
      "r(X) :- e(X, Y), not r(Y).",
      "r(X) :- e(Y, Y), not r2(X).",
      "w(a).",
      "r(X) :- w(X).",
      "5 :: r(a).",
      "r(1).",
      "r(X) :- e(X, Y), Y > 2, i(Y).",
      "r(count<X>) :- e(X, _).",
      "r(X) :- e(X, Y).",
    ];
    const base =
      "@builtins. domain d. pred e(d, d): Bool. pred r(d): Bool. pred r2(d): Bool. pred w(d): Trop. pred i(int): Bool. pred p(d, d): Bool. r2(X) :- e(X, _), not w(X). e(a, b).";
    fc.assert(
      fc.property(fc.constantFrom(...faults), fc.nat(), fc.nat(), (fault, rotation, turn) => {
        const program = programOf(`${base} ${fault}`);
        const rotate = <T>(list: readonly T[], by: number) =>
          [...list.slice(by % (list.length || 1)), ...list.slice(0, by % (list.length || 1))].reverse();
        const items = rotate(program.items, rotation).map((item) =>
          item.kind === "rule" ? { ...item, data: { ...item.data, body: rotate(item.data.body, turn) } } : item,
        );
        const codesOf = (given: Program) => new Set(checkProgram(given).diagnostics.map(({ code }) => code));
        expect(codesOf({ ...program, items })).toEqual(codesOf(program));
      }),
    );
  });

  it(`${verifies("STRATA-TYP-02")}trivia, spans and the place of pragmas mean nothing`, () => {
    const plain = programOf("@builtins. pred p(int): Bool. p(X) :- p(X), X > 1.");
    const noted = programOf("% about p\n\npred p(int): Bool. % sort\np(X) :- p(X), X > 1.\n@builtins.");
    expect(checkProgram(plain).ok && checkProgram(noted).ok).toBe(true);
    const bare = (program: Program) => program.items.map(({ kind, data }) => JSON.stringify({ kind, data })).sort();
    expect(bare(noted)).toEqual(bare(plain));
  });

  it(`${verifies("STRATA-TYP-01")}names are data: any string, told apart by kind and code units only`, () => {
    const names = ["__proto__", "constructor", "hasOwnProperty", "", "5", "É", "E\u0301"];
    const text = names
      .map((name) => `pred ${JSON.stringify(name)}(term t): Bool. ${JSON.stringify(name)}(${JSON.stringify(name)}).`)
      .join(" ");
    const checked = resolved(text);
    expect(checked.predicates.map(({ name }) => name)).toEqual(names);
    expect(checked.facts).toHaveLength(names.length);
    expect(verdict('pred p(d): Bool. p("X"). p($"x").')).toEqual(["1004 /items/2/data/atom/args/0"]);
    expect(verdict('pred p(int): Bool. p("5").')).toEqual(["2001 /items/1/data/atom/args/0"]);
    const [constant, compound] = (["nil", "nil()"] as const).map((term) => programToJson(programOf(`p(${term}).`)));
    expect(constant).not.toEqual(compound);
  });
});

describe("preludes and host facts", () => {
  const prelude = programOf("domain d. pred given(d): Bool. pred w(d): Trop. @builtins.");

  it(`${verifies("STRATA-API-01")}a prelude declares names without moving item indexes`, () => {
    const checked = resolved("pred p(d): Bool. p(X) :- given(X), X != a.", { prelude, reserved: ["given"] });
    expect(checked.predicates.map(({ name, item, reserved }) => [name, item, reserved])).toEqual([
      ["given", null, true],
      ["w", null, false],
      ["p", 0, false],
    ]);
    expect(checked.rules[0]!.item).toBe(1);
    expect(checked.pragmas.has("builtins")).toBe(true);
    expect(checked.program.items).toHaveLength(2);
    expect(resolved("pred given(d): Bool.", { prelude }).predicates).toHaveLength(2);
    const withRule = checkProgram(programOf("pred p(d): Bool."), { prelude: programOf("pred q(): Bool. q() :- .") });
    expect(withRule.diagnostics).toMatchObject([{ code: 2012, path: "/prelude/items/1" }, { code: 2002 }]);
  });

  it(`${verifies("STRATA-API-01")}host facts are checked as program facts are, and may fill what is reserved`, () => {
    const checked = resolved('pred i(int): Bool. neural f(d) from model "m".', { prelude, reserved: ["given"] });
    const said = (...facts: string[]) => {
      const report = new DiagnosticList(100);
      const items = programOf(facts.map((fact) => `${fact}.`).join(" ")).items;
      for (const [index, item] of items.entries()) checkHostFact(checked, item.data as Fact, ["facts", index], report);
      return report.finish().map(({ code, path }) => `${code} ${path}`);
    };
    expect(said("given(a)", "5 :: w(a)", "i(3)", "0.5 :: f(a)")).toEqual([]);
    expect(
      said(
        "gone(a)",
        "given(a, b)",
        "given(X)",
        "w(a)",
        "5 :: given(a)",
        "1.5 :: given(a)",
        "f(a)",
        "i(a)",
        "given(1)",
      ),
    ).toEqual([
      "1001 /facts/0/atom/pred",
      "1005 /facts/1/atom",
      "1004 /facts/2/atom/args/0",
      "1009 /facts/3",
      "1009 /facts/4/weight",
      "1009 /facts/5/prob",
      "1010 /facts/6",
      "2001 /facts/7/atom/args/0",
      "2001 /facts/8/atom/args/0",
    ]);
  });
});

describe("any program", () => {
  it(`${verifies("STRATA-BUD-03", "STRATA-CHK-04")}is checked without a throw; what interchange accepts is free of the extension`, () => {
    fc.assert(
      fc.property(programs, (program) => {
        expect(checkProgram(program)).toEqual(checkProgram(program));
        const interchange = checkProgram(program, { profile: "interchange" });
        if (interchange.ok)
          expect(printProgram(program)).not.toMatch(/"kind":"(?:compare|starts_with|is_int|arith)"|"data":"builtins"/);
      }),
      { numRuns: 300 },
    );
  });

  it("with ten thousand equal faults is reported within the budget, and quickly hinted", () => {
    const text = Array.from(
      { length: 10_000 },
      (_, index) => `pred predicate_number_${index}(): Bool. p() :- predicate_nubmer_${index}().`,
    ).join("\n");
    const outcome = checkProgram(programOf(text));
    expect(outcome.diagnostics).toHaveLength(101);
    expect(outcome.diagnostics.at(-1)).toMatchObject({
      code: 2006,
      severity: "note",
      detail: { budget: "diagnostics", limit: 100 },
    });
  });
});

describeShared("the diagnostic vectors", (read) => {
  it(`${verifies("STRATA-CHK-01", "STRATA-CHK-03")}give exactly the recorded codes`, () => {
    const rows = read("vectors/strata/diagnostics.jsonl").split("\n").filter(Boolean);
    expect(rows).toHaveLength(22);
    for (const row of rows) {
      const { id, program, codes } = JSON.parse(row) as { id: string; program: unknown; codes: number[] };
      const loaded = loadProgram(program);
      const checked = loaded.ok ? checkProgram(loaded.value) : loaded;
      const found = checked.diagnostics.filter(
        ({ code, severity }) => severity === "error" && code >= 1000 && code < 2000,
      );
      expect([...new Set(found.map(({ code }) => code))].sort(), id).toEqual(codes);
    }
  });
});

describeShared("the program vectors", (read) => {
  it(`${verifies("STRATA-CHK-03", "STRATA-CHK-04", "STRATA-TXT-01")}load, check under both profiles, keep their strata, and survive both syntaxes`, () => {
    const rows = read("vectors/strata/programs.jsonl").split("\n").filter(Boolean);
    expect(rows).toHaveLength(474);
    for (const row of rows) {
      const { id, program, expected } = JSON.parse(row) as {
        id: string;
        program: unknown;
        expected: { strata?: Record<string, number>; num_strata?: number };
      };
      const loaded = parseProgram(JSON.stringify(program));
      const checked = loaded.ok ? resolveProgram(loaded.value) : loaded;
      if (!loaded.ok || !checked.ok) throw new Error(`${id}: ${JSON.stringify(checked.diagnostics)}`);
      expect(checkProgram(loaded.value, { profile: "interchange" }).ok, id).toBe(true);
      if (expected.strata !== undefined) {
        const strata = Object.fromEntries(checked.value.predicates.map(({ name, stratum }) => [name, stratum]));
        expect([strata, checked.value.numStrata], id).toEqual([expected.strata, expected.num_strata]);
      }
      expect(programToJson(loaded.value), id).toEqual(program);
      const text = printText(loaded.value);
      const back = parseText(text);
      const bare = back.ok && { ...back.value, items: back.value.items.map(({ span: _span, ...item }) => item) };
      expect(bare && programToJson(bare), id).toEqual(program);
    }
  });
});
