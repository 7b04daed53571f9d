import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { errorOf, evaluationOf, rowsOf } from "../oracle/text-program.js";

const HEAD = "@builtins. @terms. pred v(term t): Bool. pred r(term t): Bool. pred k(term t): Bool. pred i(int): Bool.";
const run = (rest: string, pred = "r") => rowsOf(evaluationOf(`${HEAD} ${rest}`), pred);
const error = (rest: string) => errorOf(`${HEAD} ${rest}`);

describe("builtins", () => {
  it(`${verifies("STRATA-EVAL-09")}compare values of any sort for structural equality`, () => {
    const facts = 'v(a). v(5). v("5"). v(f(a)). v(f(5)). k(a). k(5).';
    expect(run(`${facts} r(X) :- v(X), k(Y), X = Y.`)).toEqual(["r(a)", "r(5)"]);
    expect(run(`${facts} r(X) :- v(X), k(Y), X = f(Y).`)).toEqual(["r(f(a))", "r(f(5))"]);
    expect(run("v(a). v(b). r(X) :- v(X), X != a.")).toEqual(["r(b)"]);
    expect(run("v(a). v(b). r(X) :- v(X), v(Y), f(X) != f(a), g(X, b) = g(Y, X).")).toEqual(["r(b)"]);
  });

  it(`${verifies("STRATA-EVAL-09")}bind a bare variable to the other side of an equality, through chains`, () => {
    expect(run("v(1). r(Z) :- v(X), Y = X + 1, f(Y) = Z.")).toEqual(["r(f(2))"]);
    expect(run("v(1). r(Z) :- Z = Y, Y = X, v(X).")).toEqual(["r(1)"]);
    // An equality never takes a compound apart.
    expect(run("v(f(1)). v(1). r(X) :- v(X), v(Y), Y = f(X).")).toEqual(["r(1)"]);
  });

  it(`${verifies("STRATA-EVAL-09")}compute exactly: div truncates toward zero, mod has the dividend's sign`, () => {
    const rules = (op: string) => `r(X) :- k(Y), X = Y ${op} 3.`;
    expect(run(`k(7). k(-7). ${rules("/")}`)).toEqual(["r(-2)", "r(2)"]);
    expect(run(`k(7). k(-7). ${rules("mod")}`)).toEqual(["r(-1)", "r(1)"]);
    expect(run("k(9007199254740991). r(X) :- k(Y), X = Y / 2.")).toEqual(["r(4503599627370495)"]);
    expect(run("k(9007199254740991). r(X) :- k(Y), X = (Y - 1) / 2 * 2 + 1.")).toEqual(["r(9007199254740991)"]);
    expect(run("k(0). r(X) :- k(Y), X = Y * -5.")).toEqual(["r(0)"]);
    expect(run("k(2). r(X) :- k(Y), X = 10 - Y - 3.")).toEqual(["r(5)"]);
  });

  it(`${verifies("STRATA-EVAL-09")}order integers, and end the run on anything else`, () => {
    expect(run("v(1). v(5). v(9). r(X) :- v(X), X > 1, X <= 9, X < 9, X >= 5.")).toEqual(["r(5)"]);
    expect(error("v(a). r(X) :- v(X), X > 1.")).toMatchObject({ code: 2008, path: "/items/7/data/body/1" });
    expect(error("v(f(a)). r(Y) :- v(X), Y = X + 1.").code).toBe(2008);
    expect(error("v(0). r(X) :- v(X), Y = 1 / X, v(Y).").code).toBe(2008);
    expect(error("v(9007199254740991). r(Y) :- v(X), Y = X + 1.").code).toBe(2007);
  });

  it(`${verifies("STRATA-EVAL-09")}fail only where everything that does not depend on the value holds`, () => {
    // Whatever comes first in the text, the guard decides.
    expect(run("v(a). v(3). r(X) :- X > 1, v(X), is_int(X).")).toEqual(["r(3)"]);
    expect(run("v(a). v(3). r(X) :- v(X), X > 1, k(X).")).toEqual([]);
    expect(run("v(0). r(X) :- v(X), 1 / X = 1, not v(X).")).toEqual([]);
    expect(run("v(0). v(2). r(Y) :- v(X), Y = 4 / X, X != 0.")).toEqual(["r(2)"]);
    // What depends on the failed value does not count against it.
    expect(error("v(0). r(Y) :- v(X), Y = 4 / X, Y > 10, not k(Y).").code).toBe(2008);
  });

  it(`${verifies("STRATA-EVAL-09")}treat a variable that positive literals bind as bound, wherever the plan starts`, () => {
    const rule = "r(Z) :- v(X), Z = X + 1, k(Z).";
    expect(run(`v(1). v(5). k(2). ${rule}`)).toEqual(["r(2)"]);
    // The sum fails for a; no row of k is left to make that matter.
    expect(run(`v(a). ${rule}`)).toEqual([]);
    expect(error(`v(a). k(2). ${rule}`).code).toBe(2008);
    expect(run(`v(a). k(2). r(Z) :- v(X), Z = X + 1, k(Z), i(X).`)).toEqual([]);
  });

  it(`${verifies("STRATA-EVAL-09")}test prefixes of symbols by code unit, and nothing else`, () => {
    const facts = 'v("https://a"). v("http://b"). v(5). v(f("https://a")). k("https:").';
    expect(run(`${facts} r(X) :- v(X), k(P), starts_with(X, P).`)).toEqual(['r("https://a")']);
    expect(run(`${facts} r(X) :- v(X), not starts_with(X, "http").`)).toEqual(["r(5)", 'r(f("https://a"))']);
    expect(run('v("\u{1F600}x"). r(X) :- v(X), starts_with(X, "\u{1F600}").')).toEqual(['r("\u{1F600}x")']);
  });

  it(`${verifies("STRATA-EVAL-09")}tell integers from everything else`, () => {
    const facts = 'v(a). v(5). v("5"). v(f(5)). v(9007199254740991).';
    expect(run(`${facts} r(X) :- v(X), is_int(X).`)).toEqual(["r(5)", "r(9007199254740991)"]);
    expect(run(`${facts} r(X) :- v(X), not is_int(X).`)).toEqual(['r("5")', "r(a)", "r(f(5))"]);
  });

  it(`${verifies("STRATA-EVAL-03", "STRATA-EVAL-09")}can count up through a recursion until a bound`, () => {
    const text = `${HEAD} pred n(int): Bool. n(0). n(Y) :- n(X), X < 50, Y = X + 1.`;
    expect(evaluationOf(text).rows("n").total).toBe(51);
  });
});
