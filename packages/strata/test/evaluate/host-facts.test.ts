import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { evaluate } from "../../src/evaluate/evaluate.js";
import type { HostFacts } from "../../src/evaluate/host-facts.js";
import { why } from "../../src/explain/why.js";
import {
  atomOf,
  compiledOf,
  evaluationOf,
  factsOf,
  onlyError,
  programOf,
  rowsOf,
  unwrap,
} from "../oracle/text-program.js";

const PROGRAM =
  '@terms. domain n. pred e(n, int): Bool. pred w(n): Trop. pred t(term x): Bool. neural f(n) from model "m".';
const error = (facts: HostFacts) => onlyError(evaluate(compiledOf(PROGRAM), { facts }));

describe("host facts", () => {
  it(`${verifies("STRATA-API-01")}come one by one or in groups, with the same meaning`, () => {
    const single = evaluationOf(PROGRAM, { facts: factsOf("e(a, 1). 5 :: w(b). inf :: w(c). t(f(1)).") });
    const groups = evaluationOf(PROGRAM, {
      facts: [
        { pred: "e", rows: [["a", 1]] },
        { pred: "w", rows: [["b"], ["c"]], weights: [5, "inf"] },
        { pred: "t", rows: [[atomOf("x(f(1))").args[0]!]] },
      ],
    });
    expect(groups.toJson()).toEqual(single.toJson());
    expect(rowsOf(groups, "w")).toEqual(["5 :: w(b)", "inf :: w(c)"]);
  });

  it(`${verifies("STRATA-API-01")}are checked like the program's, with a path into the facts`, () => {
    const cases: [code: number, path: string, facts: HostFacts][] = [
      [1001, "/facts/0/pred", [{ pred: "ee", rows: [] }]],
      [1001, "/facts/1/atom/pred", [...factsOf("e(a, 1)."), { atom: { pred: "v", args: [] } }]],
      [1005, "/facts/0/rows/1", [{ pred: "e", rows: [["a", 1], ["b"]] }]],
      [1009, "/facts/0", [{ pred: "e", rows: [["a", 1]], weights: [1] }]],
      [1009, "/facts/0", [{ pred: "w", rows: [["a"]] }]],
      [1009, "/facts/0", [{ pred: "e", rows: [["a", 1]], probs: [1.5] }]],
      [1010, "/facts/0", [{ pred: "f", rows: [["a"]] }]],
      [2001, "/facts/0/rows/0/1", [{ pred: "e", rows: [["a", "b"]] }]],
      [2001, "/facts/0/rows/0/0", [{ pred: "e", rows: [[1, 1]] }]],
      [2007, "/facts/0/rows/0/1", [{ pred: "e", rows: [["a", 0.5]] }]],
      [2007, "/facts/0", [{ pred: "w", rows: [["a"]], weights: [2 ** 53] }]],
      [1004, "/facts/0/atom/args/0", [{ atom: atomOf("t(X)") }]],
    ];
    for (const [code, path, facts] of cases) expect(error(facts), `${code} ${path}`).toMatchObject({ code, path });
    expect(error([{ pred: "ee", rows: [] }]).hint).toContain('"e"');
  });

  it(`${verifies("STRATA-API-01")}are refused together, each with its own diagnostic`, () => {
    const outcome = evaluate(compiledOf(PROGRAM), {
      facts: [
        {
          pred: "e",
          rows: [
            ["a", "x"],
            ["b", 1],
            ["c", 1.5],
          ],
        },
      ],
    });
    expect(outcome.ok).toBe(false);
    expect(outcome.diagnostics.map(({ code, path }) => [code, path])).toEqual([
      [2001, "/facts/0/rows/0/1"],
      [2007, "/facts/0/rows/2/1"],
    ]);
    const many = Array.from({ length: 500 }, () => ["a", "x"]);
    const cut = evaluate(compiledOf(PROGRAM), { facts: [{ pred: "e", rows: many }], budget: { diagnostics: 10 } });
    expect(cut.diagnostics).toHaveLength(11);
    expect(cut.diagnostics[10]).toMatchObject({ severity: "note", detail: { budget: "diagnostics", used: 500 } });
  });

  it(`${verifies("STRATA-API-01", "STRATA-EXP-01")}are counted through groups, and a prelude shifts no item`, () => {
    const prelude = programOf("pred e(n): Bool. domain n.");
    const compiled = compiledOf("pred p(n): Bool. p(X) :- e(X). p(b).", { prelude });
    const facts = [...factsOf("e(a)."), { pred: "e", rows: [["b"], ["c"]] }];
    const evaluation = unwrap(evaluate(compiled, { facts }));
    const derived = unwrap(why(evaluation, atomOf("p(c)")));
    expect(derived).toMatchObject({
      data: { rule: 1, premises: [{ data: { data: { sources: [{ kind: "host", data: { index: 2 } }] } } }] },
    });
    expect(unwrap(why(evaluation, atomOf("p(b)")))).toMatchObject({
      data: { sources: [{ kind: "item", data: { index: 2 } }] },
    });
  });

  it(`${verifies("STRATA-API-02")}leave a compiled program as it was`, () => {
    const compiled = compiledOf("pred e(n): Bool. pred p(n): Bool. e(a). p(X) :- e(X).");
    const size = compiled.values.size;
    for (let at = 0; at < 50; at += 1) {
      const evaluation = unwrap(evaluate(compiled, { facts: [{ pred: "e", rows: [[`s${at}`]] }] }));
      expect(rowsOf(evaluation, "p")).toEqual(["p(a)", `p(s${at})`]);
    }
    expect(compiled.values.size).toBe(size);
    expect(compiled.facts.map((relation) => relation?.count ?? 0)).toEqual([1, 0]);
    expect(rowsOf(unwrap(evaluate(compiled)), "p")).toEqual(["p(a)"]);
    // No evaluation has taken the storage of the program's own facts over: they can still be followed on.
    const [own] = compiled.facts;
    expect(own?.fork().data).toBe(own?.data);
  });

  it(`${verifies("STRATA-API-02")}may differ between evaluations that are alive at once`, () => {
    const compiled = compiledOf("pred e(n): Bool. pred p(n): Bool. e(a). p(X) :- e(X).");
    const first = unwrap(evaluate(compiled, { facts: [{ pred: "e", rows: [["x"]] }] }));
    const second = unwrap(evaluate(compiled, { facts: [{ pred: "e", rows: [["y"]] }] }));
    expect([first.has(atomOf("p(x)")), first.has(atomOf("p(y)"))]).toEqual([true, false]);
    expect([second.has(atomOf("p(x)")), second.has(atomOf("p(y)"))]).toEqual([false, true]);
  });

  it(`${verifies("STRATA-EVAL-03")}change the plan when there are many of them`, () => {
    const text = "pred a(int, int): Bool. pred b(int, int): Bool. pred r(int): Bool. r(X) :- a(X, Y), b(Y, Z).";
    const rows = Array.from({ length: 3000 }, (_, at) => [at, at]);
    const options = {
      facts: [
        { pred: "a", rows },
        { pred: "b", rows: [[5, 5]] },
      ],
      budget: { steps: 10 },
    };
    expect(rowsOf(evaluationOf(text, options), "r")).toEqual(["r(5)"]);
  });
});
