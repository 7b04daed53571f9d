import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { atomOf, errorOf, evaluationOf, rowsOf } from "../oracle/text-program.js";

const MAX = Number.MAX_SAFE_INTEGER;

describe("trop weights", () => {
  it(`${verifies("STRATA-EVAL-04")}take the least of sums along shortest paths`, () => {
    const evaluation = evaluationOf(`
      pred e(n, n): Trop. pred d(n): Trop.
      4 :: e(a, b). 1 :: e(a, c). 1 :: e(c, b). 5 :: e(b, z). 9 :: e(a, b). 0 :: d(a).
      d(Y) :- d(X), e(X, Y).
    `);
    expect(rowsOf(evaluation, "d")).toEqual(["0 :: d(a)", "2 :: d(b)", "1 :: d(c)", "7 :: d(z)"]);
    expect(rowsOf(evaluation, "e")).toContain("4 :: e(a, b)");
  });

  it(`${verifies("STRATA-EVAL-04")}count a literal written twice twice, and everything else 0`, () => {
    const evaluation = evaluationOf(`
      pred w(n): Trop. pred b(n): Bool. pred none(n): Bool. pred twice(n): Trop. pred flat(n): Trop. pred empty(n): Trop.
      3 :: w(a). b(a).
      twice(X) :- w(X), w(X). flat(X) :- b(X), not none(X). empty(a) :- .
    `);
    expect(["twice", "flat", "empty"].flatMap((pred) => rowsOf(evaluation, pred))).toEqual([
      "6 :: twice(a)",
      "0 :: flat(a)",
      "0 :: empty(a)",
    ]);
  });

  it(`${verifies("STRATA-EVAL-04")}check only the exact result of a sum, which ends the run when out of range`, () => {
    const facts = (weights: number[]) =>
      weights.map((weight, at) => `pred w${at}(n): Trop. ${weight} :: w${at}(a).`).join(" ");
    const rule = (count: number) =>
      `pred s(n): Trop. s(a) :- ${Array.from({ length: count }, (_, at) => `w${at}(a)`).join(", ")}.`;
    expect(rowsOf(evaluationOf(`${facts([MAX, MAX, -MAX, -5])} ${rule(4)}`), "s")).toEqual([`${MAX - 5} :: s(a)`]);
    expect(errorOf(`${facts([MAX, 1])} ${rule(2)}`)).toMatchObject({ code: 2007, path: "/items/5" });
    // A cheaper derivation does not save the run.
    expect(errorOf(`${facts([MAX, 1])} ${rule(2)} 0 :: s(a).`).code).toBe(2007);
    expect(
      rowsOf(
        evaluationOf(`pred v(n): Trop. inf :: v(a). ${facts([MAX, 1])} pred s(n): Trop. s(a) :- v(a), w0(a), w1(a).`),
        "s",
      ),
    ).toEqual(["inf :: s(a)"]);
  });

  it(`${verifies("STRATA-EVAL-05")}list and match rows of weight inf, and let them deny negation`, () => {
    const evaluation = evaluationOf(`
      pred w(n): Trop. pred v(n): Trop. pred u(n): Trop. pred n(n): Bool. pred missing(n): Bool.
      inf :: w(a). 2 :: v(a). n(a). n(b).
      u(X) :- w(X), v(X). missing(X) :- n(X), not w(X).
    `);
    expect(rowsOf(evaluation, "w")).toEqual(["inf :: w(a)"]);
    expect(rowsOf(evaluation, "u")).toEqual(["inf :: u(a)"]);
    expect(rowsOf(evaluation, "missing")).toEqual(["missing(b)"]);
    expect(evaluation.weight(atomOf("w(a)"))).toBe("inf");
    expect(evaluation.weight(atomOf("w(b)"))).toBeUndefined();
  });

  it(`${verifies("STRATA-EVAL-06")}go through cycles of weight 0, and refuse those below with their rows`, () => {
    const graph = (back: number) => `
      pred e(n, n): Trop. pred d(n): Trop. 0 :: d(s).
      1 :: e(s, a). 2 :: e(a, b). ${back} :: e(b, a). 1 :: e(b, z).
      d(Y) :- d(X), e(X, Y).
    `;
    expect(rowsOf(evaluationOf(graph(-2)), "d")).toEqual(["1 :: d(a)", "3 :: d(b)", "0 :: d(s)", "4 :: d(z)"]);
    const { code, detail } = errorOf(graph(-3));
    expect(code).toBe(2014);
    const names = detail!.cycle!.map(({ pred, args: [arg] }) => `${pred} ${arg?.kind === "const" && arg.data.name}`);
    expect(names.sort()).toEqual(["d a", "d b"]);
  });

  it(`${verifies("STRATA-EVAL-06")}find a small negative cycle in a large graph without going round it for each row`, () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => [at, at + 1]);
    const text = "pred e(int, int): Trop. pred d(int): Trop. 0 :: d(0). d(Y) :- d(X), e(X, Y). -2 :: e(5, 4).";
    const facts = [{ pred: "e", rows, weights: rows.map(() => 1) }];
    expect(errorOf(text, { facts, budget: { steps: 5_000_000 } }).code).toBe(2014);
  });

  it(`${verifies("STRATA-EVAL-06")}terminate on derivations that use two premises of their own component`, () => {
    const evaluation = evaluationOf(`
      pred e(int, int): Trop. pred p(int, int): Trop.
      -1 :: e(0, 1). 5 :: e(1, 2). -4 :: e(2, 3). 1 :: e(0, 3).
      p(X, Y) :- e(X, Y). p(X, Z) :- p(X, Y), p(Y, Z).
    `);
    expect(rowsOf(evaluation, "p")).toContain("0 :: p(0, 3)");
  });
});
