import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { evaluate } from "../../src/evaluate/evaluate.js";
import { atomOf, compiledOf, errorOf, evaluationOf, rowsOf } from "../oracle/text-program.js";

const NATURALS = "@terms. pred nat(term t): Bool. pred odd(term t): Bool. nat(z). nat(s(N)) :- nat(N).";

describe("terms", () => {
  it(`${verifies("STRATA-EVAL-10")}are built in heads and matched in bodies by functor, arity and repetition`, () => {
    const evaluation = evaluationOf(`
      @terms. pred in(term t): Bool. pred same(term t): Bool. pred tail(term t): Bool. pred wrap(term t): Bool.
      in(f(a, a)). in(f(a, b)). in(f(a)). in(g(f(a, a), f(a, a))). in(cons(1, cons(2, nil))). in(nil). in(nil()).
      same(X) :- in(f(X, X)). same(X) :- in(g(f(X, X), f(X, X))). wrap(w(X, h(X))) :- same(X).
      tail(L) :- in(L). tail(T) :- tail(cons(_, T)).
    `);
    expect(rowsOf(evaluation, "same")).toEqual(["same(a)"]);
    expect(rowsOf(evaluation, "wrap")).toEqual(["wrap(w(a, h(a)))"]);
    expect(rowsOf(evaluation, "tail")).toContain("tail(cons(2, nil))");
    expect(rowsOf(evaluation, "tail").filter((row) => row.includes("nil)") && !row.includes("cons"))).toEqual([
      "tail(nil)",
    ]);
    expect(evaluation.has(atomOf("in(nil())"))).toBe(true);
    expect(evaluation.has(atomOf("same(nil)"))).toBe(false);
  });

  it(`${verifies("STRATA-EVAL-10")}end the run when a head term is deeper than the budget`, () => {
    expect(errorOf(NATURALS)).toMatchObject({
      code: 2006,
      detail: { budget: "term_depth", limit: 64, used: 65 },
    });
    expect(errorOf(NATURALS, { budget: { termDepth: 3 } }).detail).toMatchObject({ limit: 3, used: 4 });
  });

  it(`${verifies("STRATA-EVAL-10")}can be dropped at the bound instead, which the result says`, () => {
    const budget = { termDepth: 5, onTermDepth: "drop" } as const;
    const evaluation = evaluationOf(`${NATURALS} odd(N) :- nat(N), not nat(s(N)).`, { budget });
    expect(evaluation.rows("nat").total).toBe(6);
    expect({ complete: evaluation.complete, dropped: evaluation.dropped }).toEqual({ complete: false, dropped: 1 });
    // Absence of a row that would be too deep is absence.
    expect(rowsOf(evaluation, "odd")).toEqual(["odd(s(s(s(s(s(z))))))"]);
    expect(evaluation.toJson()).toMatchObject({ outcome: { data: { complete: false, dropped: 1 } } });
  });

  it(`${verifies("STRATA-EVAL-10")}count depth for values a rule only passes on`, () => {
    const text = "@terms. pred a(term t): Bool. pred b(term t): Bool. a(f(f(f(x)))). b(X) :- a(X).";
    expect(errorOf(text, { budget: { termDepth: 2 } }).detail).toMatchObject({ used: 3 });
    expect(evaluate(compiledOf(text), { budget: { termDepth: 3 } }).ok).toBe(true);
  });

  it(`${verifies("STRATA-EVAL-10", "STRATA-BUD-01")}that run away through equalities end in a typed error too`, () => {
    const text = "@terms. @builtins. pred a(term t): Bool. a(x). a(Y) :- a(X), Y = f(X).";
    expect(errorOf(text).detail).toMatchObject({ budget: "term_depth" });
    // Compounds that no row keeps must not fill the memory either.
    const unkept = `@terms. @builtins. pred n(int): Bool. pred k(term t): Bool. pred r(int): Bool.
      n(0). n(Y) :- n(X), X < 2000, Y = X + 1. r(X) :- n(X), n(Y), Z = f(X, Y), not k(Z).`;
    expect(errorOf(unkept, { budget: { derivedTuples: 5000 } }).detail).toMatchObject({ budget: "derived_tuples" });
  });

  it(`${verifies("STRATA-EVAL-03")}are fresh per occurrence even where a program shares the objects`, () => {
    const anonymous = { kind: "var", data: { name: "_" } } as const;
    const pair = { kind: "compound", data: { functor: "p", args: [anonymous, anonymous] } } as const;
    const { checked } = compiledOf("@terms. pred v(term t): Bool. pred r(n): Bool. v(q(p(a, b), p(c, d))).");
    const rule = {
      head: { pred: "r", args: [{ kind: "const", data: { name: "yes" } }] },
      body: [
        { kind: "pos", data: { pred: "v", args: [{ kind: "compound", data: { functor: "q", args: [pair, pair] } }] } },
      ],
    } as const;
    const program = { irVersion: "0.1.0", items: [...checked.program.items, { kind: "rule", data: rule } as const] };
    const outcome = evaluate(program);
    expect(outcome.ok && rowsOf(outcome.value, "r")).toEqual(["r(yes)"]);
  });
});
