import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { evaluate } from "../../src/evaluate/evaluate.js";
import { atomOf, compiledOf, errorOf, evaluationOf, rowsOf } from "../oracle/text-program.js";

const CHAIN = "pred e(int, int): Bool. pred p(int, int): Bool. p(X, Y) :- e(X, Y). p(X, Z) :- e(X, Y), p(Y, Z).";
const edges = (count: number) => [{ pred: "e", rows: Array.from({ length: count }, (_, at) => [at, at + 1]) }];

/** The least step budget under which the program is evaluated. */
function stepsOf(text: string, facts: Parameters<typeof evaluate>[1] = {}): number {
  const compiled = compiledOf(text);
  let low = 0;
  let high = 1;
  const fits = (steps: number) => evaluate(compiled, { ...facts, budget: { steps } }).ok;
  while (!fits(high)) high *= 2;
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if (fits(middle)) high = middle;
    else low = middle;
  }
  return high;
}

describe("bool rules", () => {
  it(`${verifies("STRATA-EVAL-02")}reach the least fixpoint of mutual recursion`, () => {
    const evaluation = evaluationOf(`
      pred n(int, int): Bool. pred even(int): Bool. pred odd(int): Bool.
      n(0, 1). n(1, 2). n(2, 3). n(3, 4).
      even(0). odd(Y) :- even(X), n(X, Y). even(Y) :- odd(X), n(X, Y).
    `);
    expect(rowsOf(evaluation, "even")).toEqual(["even(0)", "even(2)", "even(4)"]);
    expect(rowsOf(evaluation, "odd")).toEqual(["odd(1)", "odd(3)"]);
  });

  it(`${verifies("STRATA-EVAL-02")}do work that grows with what is derived, not with the rounds`, () => {
    // Naive rounds would visit the whole relation again each time: the square of this.
    expect(stepsOf(CHAIN, { facts: edges(100) })).toBeLessThan(4 * 5050);
  });

  it(`${verifies("STRATA-EVAL-02")}derive the same with rules that read a recursive predicate twice`, () => {
    const evaluation = evaluationOf(
      "pred e(int, int): Bool. pred p(int, int): Bool. p(X, Y) :- e(X, Y). p(X, Z) :- p(X, Y), p(Y, Z).",
      { facts: edges(30) },
    );
    expect(evaluation.rows("p", { limit: 0 }).total).toBe(465);
  });

  it(`${verifies("STRATA-EVAL-02")}may have an empty body, or a predicate without arguments`, () => {
    const evaluation = evaluationOf(
      "pred a(): Bool. pred b(): Bool. pred c(n): Bool. a() :- . b() :- a(). c(x) :- b().",
    );
    expect(rowsOf(evaluation, "b")).toEqual(["b()"]);
    expect(rowsOf(evaluation, "c")).toEqual(["c(x)"]);
  });

  it(`${verifies("STRATA-EVAL-03")}treat every _ as a variable of its own, other names as shared`, () => {
    const evaluation = evaluationOf(`
      pred e(n, n): Bool. pred any(n): Bool. pred loop(n): Bool.
      e(a, b). e(c, c).
      any(X) :- e(X, _), e(_, _). loop(X) :- e(X, _Y), e(_Y, X).
    `);
    expect(rowsOf(evaluation, "any")).toEqual(["any(a)", "any(c)"]);
    expect(rowsOf(evaluation, "loop")).toEqual(["loop(c)"]);
  });

  it(`${verifies("STRATA-EVAL-03")}give the same whatever the order of literals`, () => {
    const head = "pred e(n, n): Bool. pred k(n): Bool. pred r(n, n): Bool. e(a, b). e(b, c). e(c, a). k(b). @builtins.";
    const bodies = ["not k(X), e(X, Y), X != Y", "X != Y, e(X, Y), not k(X)", "e(X, Y), X != Y, not k(X)"];
    const found = bodies.map((body) => rowsOf(evaluationOf(`${head} r(X, Y) :- ${body}.`), "r"));
    expect(found[0]).toEqual(["r(a, b)", "r(c, a)"]);
    expect(new Set(found.map((each) => each.join())).size).toBe(1);
  });

  it(`${verifies("STRATA-EVAL-03")}never scan a relation when a column is bound`, () => {
    const text = "pred big(int, int): Bool. pred one(int): Bool. pred r(int): Bool. r(Y) :- one(X), big(X, Y).";
    const rows = Array.from({ length: 5000 }, (_, at) => [at, at + 1]);
    const facts = {
      facts: [
        { pred: "big", rows },
        { pred: "one", rows: [[4000]] },
      ],
    };
    expect(stepsOf(text, facts)).toBeLessThan(10);
  });

  it(`${verifies("STRATA-EVAL-03")}join the smaller side first`, () => {
    const text =
      "pred big(int, int): Bool. pred one(int): Bool. pred r(int): Bool. r(X) :- big(X, Y), big(Y, Z), one(Z).";
    const rows = Array.from({ length: 5000 }, (_, at) => [at, at + 1]);
    const facts = {
      facts: [
        { pred: "big", rows },
        { pred: "one", rows: [[4000]] },
      ],
    };
    expect(rowsOf(evaluationOf(text, facts), "r")).toEqual(["r(3998)"]);
    expect(stepsOf(text, facts)).toBeLessThan(20);
  });

  it(`${verifies("STRATA-EVAL-03")}may have very long bodies and many literals to order`, () => {
    const body = Array.from({ length: 4000 }, (_, at) => `e(X${at}, X${at + 1})`).join(", ");
    const evaluation = evaluationOf(`pred e(n, n): Bool. pred r(n): Bool. e(a, a). r(X0) :- ${body}.`);
    expect(rowsOf(evaluation, "r")).toEqual(["r(a)"]);
  });

  it(`${verifies("STRATA-EVAL-07")}negate what is absent, and only that`, () => {
    const evaluation = evaluationOf(`
      pred n(s): Bool. pred bad(s): Bool. pred good(s): Bool. pred cost(s): Trop. pred free(s): Bool.
      n(a). n(b). n(c). bad(b). inf :: cost(a). 0 :: cost(b).
      good(X) :- n(X), not bad(X). free(X) :- n(X), not cost(X).
    `);
    expect(rowsOf(evaluation, "good")).toEqual(["good(a)", "good(c)"]);
    expect(rowsOf(evaluation, "free")).toEqual(["free(c)"]);
  });

  it(`${verifies("STRATA-CHK-02")}check sorts the checker could not know when the head row is built`, () => {
    const text = "pred v(term t): Bool. pred s(d): Bool. v(a). v(1). s(X) :- v(X).";
    expect(errorOf(text)).toMatchObject({ code: 2001, path: "/items/4/data/head/args/0" });
    const integers = "pred v(term t): Bool. pred i(int): Bool. v(a). v(1). i(X) :- v(X).";
    expect(errorOf(integers).code).toBe(2001);
    const guarded = "@builtins. pred v(term t): Bool. pred i(int): Bool. v(a). v(1). i(X) :- v(X), is_int(X).";
    expect(rowsOf(evaluationOf(guarded), "i")).toEqual(["i(1)"]);
    const loose = evaluate(compiledOf(text, { profile: "interchange" }));
    expect(loose.ok && rowsOf(loose.value, "s")).toEqual(["s(a)", "s(1)"]);
  });

  it(`${verifies("STRATA-API-02")}compute only what the selected predicates depend on`, () => {
    const text = `${CHAIN} @builtins. pred boom(int): Bool. pred top(int): Bool. boom(Y) :- e(X, _), Y = X / (X - X). top(X) :- p(X, _).`;
    const compiled = compiledOf(text);
    const options = { facts: edges(3) };
    expect(evaluate(compiled, options).ok).toBe(false);
    const selected = evaluate(compiled, { ...options, select: ["top"] });
    expect(selected.ok && rowsOf(selected.value, "top")).toEqual(["top(0)", "top(1)", "top(2)"]);
    expect(() => selected.ok && selected.value.rows("boom")).toThrow(TypeError);
    const compiledFor = compiledOf(text, { select: ["p"] });
    const inCone = evaluate(compiledFor, options);
    expect(inCone.ok && inCone.value.has(atomOf("p(0, 3)"))).toBe(true);
    expect(() => evaluate(compiled, { select: ["nobody"] })).toThrow(TypeError);
  });
});
