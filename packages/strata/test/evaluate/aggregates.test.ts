import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { errorOf, evaluationOf, rowsOf } from "../oracle/text-program.js";

const MAX = Number.MAX_SAFE_INTEGER;
const SALES = "pred sale(shop, item, int): Bool. sale(a, x, 3). sale(a, y, 3). sale(a, y, 5). sale(b, x, -2).";

describe("aggregates", () => {
  it(`${verifies("STRATA-EVAL-08")}fold one element per distinct binding of the body, fresh variables included`, () => {
    const evaluation = evaluationOf(`${SALES}
      pred n(shop, int): Bool. pred s(shop, int): Bool. pred lo(int): Bool. pred hi(int, shop): Bool.
      n(S, count<V>) :- sale(S, _, V). s(S, sum<V>) :- sale(S, _, V). lo(min<V>) :- sale(_, _, V).
      hi(max<V>, S) :- sale(S, _, V).
    `);
    expect(["n", "s", "lo", "hi"].flatMap((pred) => rowsOf(evaluation, pred))).toEqual([
      "n(a, 3)",
      "n(b, 1)",
      "s(a, 11)",
      "s(b, -2)",
      "lo(-2)",
      "hi(-2, b)",
      "hi(5, a)",
    ]);
  });

  it(`${verifies("STRATA-EVAL-08")}count elements of any sort, and give an empty group no row`, () => {
    const evaluation = evaluationOf(`${SALES}
      pred items(shop, int): Bool. pred none(int): Bool.
      items(S, count<I>) :- sale(S, I, _). none(count<V>) :- sale(nowhere, _, V).
    `);
    expect(rowsOf(evaluation, "items")).toEqual(["items(a, 3)", "items(b, 1)"]);
    expect(rowsOf(evaluation, "none")).toEqual([]);
  });

  it(`${verifies("STRATA-EVAL-08")}stand alone rule by rule, and feed the ordinary rules of their stratum`, () => {
    const evaluation = evaluationOf(`${SALES}
      pred t(int): Bool. pred u(int): Bool.
      t(min<V>) :- sale(_, _, V). t(max<V>) :- sale(_, _, V). u(X) :- t(X).
    `);
    expect(rowsOf(evaluation, "t")).toEqual(["t(-2)", "t(5)"]);
    expect(rowsOf(evaluation, "u")).toEqual(["u(-2)", "u(5)"]);
  });

  it(`${verifies("STRATA-EVAL-08")}check only the exact result of a sum`, () => {
    const bag = (values: number[]) => values.map((value, at) => `v(${at}, ${value}).`).join(" ");
    const text = (values: number[]) =>
      `pred v(int, int): Bool. pred s(int): Bool. ${bag(values)} s(sum<V>) :- v(_, V).`;
    expect(rowsOf(evaluationOf(text([MAX, MAX, -7, -MAX])), "s")).toEqual([`s(${MAX - 7})`]);
    expect(errorOf(text([MAX, 1])).code).toBe(2007);
  });

  it(`${verifies("STRATA-EVAL-08", "STRATA-EVAL-09")}need integers to add or compare`, () => {
    const text = (op: string) => `pred v(term t): Bool. pred s(int): Bool. v(1). v(a). s(${op}<V>) :- v(V).`;
    for (const op of ["sum", "min", "max"]) {
      expect(errorOf(text(op)), op).toMatchObject({ code: 2004, path: "/items/4/data/head/args/0" });
    }
    expect(rowsOf(evaluationOf(text("count")), "s")).toEqual(["s(2)"]);
  });
});
