import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { evaluate } from "../../src/evaluate/evaluate.js";
import type { Evaluation } from "../../src/evaluate/evaluation.js";
import { why } from "../../src/explain/why.js";
import { whyNot } from "../../src/explain/why-not.js";
import type { Fact } from "../../src/ir/fact.js";
import type { Item, Program } from "../../src/ir/program.js";
import { compile } from "../../src/lower/compile.js";
import { printAtom } from "../../src/text/print-term.js";
import { randomNumbers, randomProgram } from "../oracle/random-program.js";
import { atomOf, compiledOf, errorOf, evaluationOf, onlyError, rowsOf, unwrap } from "../oracle/text-program.js";

/** Rows of the answers to prob queries, as `probability :: atom`. */
function answersOf(evaluation: Evaluation): string[] {
  const { items } = evaluation.snapshot.compiled.checked.program;
  return evaluation.answers().flatMap(({ item, rows }) => {
    const query = items[item]!;
    const pred = query.kind === "query" ? query.data.atom.pred : "";
    return rows.map(({ args, prob }) => `${prob} :: ${printAtom({ pred, args })}`);
  });
}

const REACH = `
  domain n. pred e(n, n): Bool. pred p(n, n): Bool.
  p(X, Y) :- e(X, Y). p(X, Z) :- e(X, Y), p(Y, Z).
`;

describe("soft facts", () => {
  it(`${verifies("STRATA-EVAL-12")}are independent events, repeated ones too; certainty wins`, () => {
    const evaluation = evaluationOf(`
      pred s(n): Bool. 0.5 :: s(a). 0.5 :: s(a). 0.5 :: s(b). s(b). 0.0 :: s(c). 1.0 :: s(d).
      ?prob s(_).
    `);
    expect(answersOf(evaluation)).toEqual(["0.75 :: s(a)", "1 :: s(b)", "1 :: s(d)"]);
  });

  it(`${verifies("STRATA-EVAL-12")}go through recursion, negation and shared evidence exactly`, () => {
    const evaluation = evaluationOf(`${REACH}
      pred cut(n): Bool. pred n(n): Bool. n(a). n(c). cut(X) :- n(X), not p(a, X).
      0.5 :: e(a, b). 0.5 :: e(b, c). 0.25 :: e(a, c). 0.5 :: e(c, a).
      ?prob p(a, c). ?prob cut(_).
    `);
    expect(answersOf(evaluation)).toEqual(["0.4375 :: p(a, c)", "0.78125 :: cut(a)", "0.5625 :: cut(c)"]);
  });

  it(`${verifies("STRATA-EVAL-12")}make aggregates take one value per world`, () => {
    const evaluation = evaluationOf(`
      pred v(int): Bool. pred s(int): Bool. pred c(int): Bool. pred lo(int): Bool.
      0.5 :: v(1). 0.5 :: v(2). v(4).
      s(sum<V>) :- v(V). c(count<V>) :- v(V). lo(min<V>) :- v(V).
      ?prob s(_). ?prob c(_). ?prob lo(_).
    `);
    expect(answersOf(evaluation)).toEqual([
      ...[4, 5, 6, 7].map((sum) => `0.25 :: s(${sum})`),
      "0.25 :: c(1)",
      "0.5 :: c(2)",
      "0.25 :: c(3)",
      "0.5 :: lo(1)",
      "0.25 :: lo(2)",
      "0.25 :: lo(4)",
    ]);
  });

  it(`${verifies("STRATA-EVAL-12", "STRATA-CONF-01")}give what summing over all worlds gives`, () => {
    let answered = 0;
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const program = randomProgram(seed, { negation: true, aggregates: true });
        const soft = soften(program, seed);
        const fresh = evaluate(soft.program);
        if (!fresh.ok) return;
        for (const pred of soft.asked) {
          const { rows } = fresh.value.rows(pred);
          const wanted = sumOverWorlds(soft.program, pred);
          if (wanted === null) return;
          const found = new Map(rows.map(({ args, prob = 1 }) => [printAtom({ pred, args }), prob]));
          expect([...found.keys()].sort()).toEqual([...wanted.keys()].sort());
          for (const [atom, prob] of wanted) expect(found.get(atom)!).toBeCloseTo(prob, 9);
          answered += rows.length;
        }
      }),
      { numRuns: 100 },
    );
    expect(answered).toBeGreaterThan(100);
  });

  it(`${verifies("STRATA-EVAL-12")}may be many where prov reads them`, () => {
    const facts = Array.from({ length: 200 }, (_, at) => `0.5 :: s(${at}, ${at % 100}).`).join(" ");
    const text = `pred s(int, int): Bool. pred any(int): Prov. any(Y) :- s(_, Y). ${facts} ?prob any(7).`;
    expect(answersOf(evaluationOf(text))).toEqual(["0.75 :: any(7)"]);
    expect(errorOf(text.replace("Prov", "Bool")).detail).toEqual({ budget: "soft_facts", limit: 20, used: 200 });
  });

  it(`${verifies("STRATA-EVAL-12", "STRATA-BUD-01")}end in a typed error when their circuit grows too large`, () => {
    const facts = Array.from({ length: 18 }, (_, at) => `0.5 :: v(${2 ** at}).`).join(" ");
    const text = `pred v(int): Bool. pred s(int): Bool. s(sum<V>) :- v(V). ${facts} ?prob s(_).`;
    expect(errorOf(text, { budget: { circuitNodes: 1000 } }).detail).toMatchObject({
      budget: "circuit_nodes",
      limit: 1000,
    });
  });

  it(`${verifies("STRATA-EVAL-12")}carry probabilities in relations and plain answers, where somebody asks`, () => {
    const text = `${REACH} 0.5 :: e(a, b). e(b, c).`;
    const everything = evaluationOf(text);
    expect(rowsOf(everything, "p")).toEqual(["0.5 :: p(a, b)", "0.5 :: p(a, c)", "1 :: p(b, c)"]);
    const asked = evaluationOf(`${text} ? e(_, _).`);
    expect(answersOf(asked)).toEqual(["0.5 :: e(a, b)", "1 :: e(b, c)"]);
    // Nobody asks for p: it is not computed.
    expect(() => asked.rows("p")).toThrow(TypeError);
    expect(asked.result().outcome).toMatchObject({ data: { relations: [{ pred: "e" }] } });
    const selected = unwrap(evaluate(compiledOf(`${text} ? e(_, _).`), { select: ["p"] }));
    expect(rowsOf(selected, "p")).toHaveLength(3);
    expect(selected.has(atomOf("p(a, c)"))).toBe(true);
    expect(selected.has(atomOf("p(c, a)"))).toBe(false);
  });

  it(`${verifies("STRATA-EVAL-12")}may come from the host, and make a predicate soft then`, () => {
    const compiled = compiledOf(`${REACH} e(b, c).`);
    const certain = unwrap(evaluate(compiled, { facts: [{ pred: "e", rows: [["a", "b"]] }] }));
    expect(rowsOf(certain, "p")).toEqual(["p(a, b)", "p(a, c)", "p(b, c)"]);
    const soft = unwrap(evaluate(compiled, { facts: [{ pred: "e", rows: [["a", "b"]], probs: [0.25] }] }));
    expect(rowsOf(soft, "p")).toEqual(["0.25 :: p(a, b)", "0.25 :: p(a, c)", "1 :: p(b, c)"]);
  });

  it(`${verifies("STRATA-EVAL-14", "STRATA-EVAL-15")}and what else is not evaluated are refused by name`, () => {
    const cases: [feature: string, text: string][] = [
      ["asp", "@asp. pred a(): Bool. pred b(): Bool. a() :- not b(). b() :- not a()."],
      ["grad", "pred s(n): Bool. 0.5 :: s(a). ?grad s(a)."],
      ["prov_k", "pred s(n): Bool. pred q(n): Prov_k(2). q(X) :- s(X). 0.5 :: s(a). ?prob q(a)."],
      ["prob_over_trop", "pred s(n): Bool. pred t(n): Trop. t(X) :- s(X). 0.5 :: s(a). ?prob t(a)."],
      [
        "prob_over_trop",
        "pred s(n): Bool. pred t(n): Trop. pred r(n): Bool. 1 :: t(b). r(X) :- s(X), not t(X). 0.5 :: s(a). ?prob r(a).",
      ],
      [
        "aggregate_over_soft_in_prov",
        "pred s(int): Bool. pred c(int): Bool. pred q(int): Prov. c(count<X>) :- s(X). q(X) :- c(X). 0.5 :: s(1). ?prob q(1).",
      ],
    ];
    for (const [feature, text] of cases) {
      expect(compile(compiledOf(text).checked.program).ok, feature).toBe(true);
      expect(errorOf(text), feature).toMatchObject({ code: 2015, detail: { feature } });
    }
    // Where nobody asks for the refused part, the rest is evaluated.
    const beside = "pred s(n): Bool. pred t(n): Trop. t(X) :- s(X). 0.5 :: s(a). ?prob s(a).";
    expect(answersOf(evaluationOf(beside))).toEqual(["0.5 :: s(a)"]);
  });

  it(`${verifies("STRATA-EVAL-14")}are not explained`, () => {
    const evaluation = evaluationOf(`${REACH} 0.5 :: e(a, b).`);
    expect(onlyError(why(evaluation, atomOf("p(a, b)")))).toMatchObject({ detail: { feature: "explain_soft" } });
    expect(onlyError(whyNot(evaluation, atomOf("p(b, a)")))).toMatchObject({ detail: { feature: "explain_soft" } });
  });
});

/** Makes some facts soft, and asks for the predicates that have rules. */
function soften(program: Program, seed: number): { program: Program; asked: string[] } {
  const random = randomNumbers(seed);
  let softFacts = 0;
  const items = program.items.map((item): Item => {
    if (item.kind !== "fact" || softFacts >= 6 || random(2) === 0) return item;
    softFacts += 1;
    return { kind: "fact", data: { ...item.data, prob: [0.5, 0.25, 0.75][random(3)]! } };
  });
  const asked = [...new Set(items.flatMap((item) => (item.kind === "rule" ? [item.data.head.pred] : [])))];
  return { program: { ...program, items }, asked };
}

/** Null when some world has no evaluation. */
function sumOverWorlds(program: Program, pred: string): Map<string, number> | null {
  const soft = program.items.flatMap((item) =>
    item.kind === "fact" && item.data.prob !== undefined ? [item.data] : [],
  );
  const rest = program.items.filter((item) => item.kind !== "fact" || item.data.prob === undefined);
  const compiled = unwrap(compile({ ...program, items: rest }));
  const sums = new Map<string, number>();
  for (let world = 0; world < 2 ** soft.length; world += 1) {
    let weight = 1;
    const facts: Fact[] = [];
    soft.forEach(({ atom, prob }, at) => {
      const happens = (world & (1 << at)) !== 0;
      weight *= happens ? prob! : 1 - prob!;
      if (happens) facts.push({ atom });
    });
    const outcome = evaluate(compiled, { facts });
    if (!outcome.ok) return null;
    for (const { args } of outcome.value.rows(pred).rows) {
      const key = printAtom({ pred, args });
      sums.set(key, (sums.get(key) ?? 0) + weight);
    }
  }
  return sums;
}
