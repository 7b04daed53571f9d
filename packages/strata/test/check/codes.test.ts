import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { refusedPath } from "../../src/check/check-inputs.js";
import { checkProgram, resolveProgram } from "../../src/check/check-program.js";
import { applyJsonFixes } from "../../src/diagnostic/apply-fixes.js";
import { loadProgram } from "../../src/ir/json/load-program.js";
import { programToJson } from "../../src/ir/json/print-program.js";
import { programOf } from "../ir/programs.js";
import { codes, findings, verdict } from "./verdict.js";

const N = "pred n(d): Bool. n(a). ";

describe("names and shapes", () => {
  it(`${verifies("STRATA-CHK-01")}E1001: undeclared predicates, once per name, with the nearest name`, () => {
    expect(verdict(`${N} pred p(d): Bool. p(X) :- q(X), not q(X). ? q(a). q(b).`)).toEqual([
      "1001 /items/3/data/body/0/data/pred",
    ]);
    expect(verdict(`${N} input m from "x.tsv".`)).toEqual(["1001 /items/2/data/pred"]);
    const [found] = findings("domain d. pred parent(d, d): Bool. pred p(d): Bool. p(X) :- parnet(X, _).");
    expect(found).toMatchObject({ code: 1001, hint: 'did you mean "parent"?' });
    expect(found!.fixes).toEqual([
      {
        kind: "json_patch",
        data: { ops: [{ kind: "replace", data: { path: "/items/3/data/body/0/data/pred", value: "parent" } }] },
      },
    ]);
    const [other] = findings("domain d. pred parent(d, d): Bool. pred p(d): Bool. p(X) :- parnet(X).");
    expect(other).not.toHaveProperty("fixes");
  });

  it(`${verifies("STRATA-CHK-01")}E1005: the number of arguments, at every use`, () => {
    expect(verdict("pred p(d): Bool. p(a, b). ? p(). p(X) :- p(X), not p(X, X).")).toEqual([
      "1005 /items/1/data/atom",
      "1005 /items/2/data/atom",
      "1005 /items/3/data/body/1/data",
    ]);
  });

  it(`${verifies("STRATA-CHK-01")}E1012 and E2001: redeclarations that disagree; identical ones pass and the first one stands`, () => {
    expect(verdict("pred p(d): Bool. pred p(d): Trop.")).toEqual(["1012 /items/1"]);
    expect(verdict("pred p(d): Bool. pred p(d, d): Bool.")).toEqual(["1012 /items/1"]);
    expect(verdict("pred p(d): Prov_k(2). pred p(d): Prov_k(3).")).toEqual(["1012 /items/1"]);
    expect(verdict("pred p(d): Bool. pred p(int): Bool.")).toEqual(["2001 /items/1/data/sig/args/0"]);
    expect(verdict("pred p(term a): Bool. pred p(term b): Bool.")).toEqual(["2001 /items/1/data/sig/args/0"]);
    const twice = resolveProgram(programOf('pred p(d): Bool partial. pred p(d): Bool from model "m".'));
    expect(twice.ok && twice.value.predicates).toMatchObject([
      { name: "p", model: null, effects: { termination: "partial" } },
    ]);
  });

  it(`${verifies("STRATA-CHK-01")}E2002 and E2003 are warnings: undeclared and repeated domains`, () => {
    const [undeclared] = findings("domain node. pred p(nod): Bool.");
    expect(undeclared).toMatchObject({
      code: 2002,
      severity: "warning",
      path: "/items/1/data/sig/args/0",
      hint: 'did you mean "node"?',
    });
    const [unknown] = findings("pred p(colour): Bool.");
    const repaired = applyJsonFixes(programToJson(programOf("pred p(colour): Bool.")), [unknown!]);
    const again = loadProgram(repaired.value);
    expect(again.ok && checkProgram(again.value).diagnostics).toEqual([]);
    expect(findings("domain n. pred p(n): Bool. domain n.")).toMatchObject([
      { code: 2003, severity: "warning", path: "/items/2" },
    ]);
    expect(codes("pred p(term anything): Bool.")).toEqual([]);
  });

  it(`${verifies("STRATA-CHK-01")}E2004: an aggregate is one direct argument of a bool head`, () => {
    const rows = "pred w(d, int): Bool. pred a(d, int): Bool. pred b(int, int): Bool. pred t(int): Trop. ";
    expect(codes(`${rows} a(X, sum<V>) :- w(X, V).`)).toEqual([]);
    expect(verdict(`${rows} a(X, V) :- w(X, count<V>).`)).toEqual(["2004 /items/4/data/body/0/data/args/1"]);
    expect(verdict(`${rows} a(X, f(count<V>)) :- w(X, V).`)).toEqual(["2004 /items/4/data/head/args/1/data/args/0"]);
    expect(verdict(`${rows} b(min<V>, max<V>) :- w(_, V).`)).toEqual(["2004 /items/4/data/head/args/1"]);
    expect(verdict(`${rows} t(sum<V>) :- w(_, V).`)).toEqual(["2004 /items/4/data/head/args/0"]);
    expect(verdict(`${rows} a(X, prob_or<V>) :- w(X, V).`)).toEqual(["2004 /items/4/data/head/args/1"]);
    expect(verdict(`${rows} a(X, max<X>) :- w(X, _).`)).toEqual(["2004 /items/4/data/head/args/1"]);
    expect(codes(`${rows} a(X, count<Y>) :- w(X, _), w(Y, _).`)).toEqual([]);
    expect(verdict(`${rows} ? w(a, count<V>).`)).toEqual(["2004 /items/4/data/atom/args/1"]);
    expect(verdict(`${rows} @builtins. a(X, V) :- w(X, V), is_int(count<V>).`)).toEqual([
      "2004 /items/5/data/body/1/data/value",
    ]);
    expect(codes(`${rows} w(a, count<V>).`)).toEqual([1004]);
  });

  it(`${verifies("STRATA-CHK-01", "STRATA-POL-04")}E2018: what the host supplies is read, not stated, derived or an input`, () => {
    const base = "domain d. pred sink(d): Bool. pred p(d): Bool. ";
    expect(verdict(`${base} sink(a). sink(X) :- p(X). input sink from "s.tsv".`, { reserved: ["sink"] })).toEqual([
      "2018 /items/3/data/atom",
      "2018 /items/4/data/head",
      "2018 /items/5/data/pred",
    ]);
    expect(codes(`${base} p(X) :- sink(X). ? sink(a).`, { reserved: ["sink"] })).toEqual([]);
  });

  it(`${verifies("STRATA-CHK-01")}an error in them ends checking, so that nothing is said twice`, () => {
    const later = "pred n(d): Bool. pred p(d): Bool. p(X) :- n(Y), not p(Z).";
    expect(codes(later)).toEqual([1002, 1003, 1003, 10]);
    expect(codes(`${later} p(X) :- missing(X).`)).toEqual([1001]);
  });
});

describe("cycles", () => {
  it(`${verifies("STRATA-CHK-03")}E1002: no negation and no aggregate on a cycle, and the message spells it`, () => {
    const [found, ...more] = findings(
      "domain d. pred n(d): Bool. pred p(d): Bool. pred q(d): Bool. pred r(d): Bool. p(X) :- n(X), not q(X). q(X) :- r(X). r(X) :- p(X), n(X).",
    );
    expect(more).toEqual([]);
    expect(found).toMatchObject({ code: 1002, path: "/items/5/data/body/1" });
    expect(found!.message).toContain("p -not-> q -> r -> p");
    const [folded] = findings("domain d. pred p(d, int): Bool. p(X, count<Y>) :- p(X, Y).");
    expect(folded!.message).toContain("p -aggregate-> p");
    expect(codes(`${N} pred p(d): Bool. p(X) :- n(X), not n(X).`)).toEqual([]);
  });

  it("E1002 comes once per component, and components are independent", () => {
    const loop = (p: string, q: string) =>
      `pred ${p}(d): Bool. pred ${q}(d): Bool. ${p}(X) :- n(X), not ${q}(X). ${q}(X) :- n(X), not ${p}(X). `;
    expect(codes(N + loop("p", "q") + loop("r", "s"))).toEqual([1002, 1002]);
  });

  it(`${verifies("STRATA-CHK-03")}E1008: prov is not recursive, through any literal; bool beside it may be`, () => {
    expect(verdict("pred e(d, d): Bool. pred p(d, d): Prov. p(X, Y) :- e(X, Y). p(X, Z) :- e(X, Y), p(Y, Z).")).toEqual(
      ["1008 /items/1"],
    );
    expect(codes("pred e(d, d): Bool. pred p(d): Prov. e(X, Z) :- e(X, Y), e(Y, Z). p(X) :- e(X, _).")).toEqual([]);
    expect(codes("pred p(d): Prov_k(2). p(X) :- p(X).")).toEqual([]);
  });

  it(`${verifies("STRATA-CHK-03")}a chain of thirty thousand predicates costs no stack`, () => {
    const size = 30_000;
    const text = [
      ...Array.from({ length: size }, (_, index) => `pred p${index}(): Bool.`),
      ...Array.from(
        { length: size - 1 },
        (_, index) => `p${index + 1}() :- ${index % 2 === 0 ? "not " : ""}p${index}().`,
      ),
    ].join("\n");
    const outcome = resolveProgram(programOf(text));
    expect(outcome.ok && outcome.value.numStrata).toBe(size / 2 + 1);
    expect(outcome.ok && outcome.value.components.length).toBe(size);
  });
});

describe("safety", () => {
  it(`${verifies("STRATA-EVAL-09")}E1003: head, negated and builtin variables are bound, one finding per occurrence`, () => {
    expect(verdict("pred q(d): Bool. pred p(d, d): Bool. p(X, Y) :- q(X), not q(Y).")).toEqual([
      "1003 /items/2/data/head/args/1",
      "1003 /items/2/data/body/1/data/args/0",
    ]);
    expect(verdict("@terms. pred q(d): Bool. pred p(d): Bool. p(f(X, g(Y))) :- q(X).")).toEqual([
      "1003 /items/3/data/head/args/0/data/args/1/data/args/0",
    ]);
    expect(verdict("pred q(d): Bool. pred p(d, int): Bool. p(X, count<V>) :- q(X).")).toEqual([
      "1003 /items/2/data/head/args/1",
    ]);
    expect(codes("@terms. pred q(d): Bool. pred p(d): Bool. p(X) :- q(f(X)).")).toEqual([]);
    expect(codes("pred p(d): Bool. p(X) :- .")).toEqual([1003]);
    expect(codes("pred p(d): Bool. p(a) :- .")).toEqual([]);
    expect(codes("pred p(d): Bool. pred q(d): Bool. p(a) :- not q(b).")).toEqual([]);
  });

  it(`${verifies("STRATA-EVAL-09")}= binds a bare variable, in any order and at any remove, but never itself`, () => {
    const base = "@builtins. pred q(int): Bool. pred p(int): Bool. ";
    expect(codes(`${base} p(X) :- q(Y), X = Y + 1.`)).toEqual([]);
    expect(codes(`${base} p(Z) :- Z = W * 2, W = Y + 1, q(Y).`)).toEqual([]);
    expect(codes(`${base} p(X) :- 5 = X.`)).toEqual([]);
    expect(codes(`${base} p(X) :- X = X.`)).toEqual([1003, 1003, 1003]);
    expect(codes(`${base} p(X) :- X = Y, Y = X.`)).toEqual([1003, 1003, 1003, 1003, 1003]);
    expect(codes(`${base} p(X) :- q(Y), X + 0 = Y.`)).toEqual([1003, 1003]);
    expect(codes(`${base} p(X) :- q(Y), X != Y.`)).toEqual([1003, 1003]);
    expect(codes(`${base} p(1) :- is_int(X).`)).toEqual([1003]);
    expect(codes(`${base} p(1) :- q(X), _ = X.`)).toEqual([]);
    expect(codes(`${base} p(1) :- q(X), _ < X.`)).toEqual([1003]);
    expect(codes(`${base} p(1) :- _ = _.`)).toEqual([1003, 1003]);
  });

  it("E1003: `_` is bound by nothing, and the hint shows the projection", () => {
    const [found] = findings(
      "domain d. pred call(d): Bool. pred target(d, d): Bool. pred p(d): Bool. p(C) :- call(C), not target(C, _).",
    );
    expect(found).toMatchObject({ code: 1003, path: "/items/4/data/body/1/data/args/1" });
    expect(found!.hint).toBe("write has_target(C) :- target(C, _). and then not has_target(C)");
    expect(codes("pred q(d): Bool. pred p(d): Bool. p(_) :- q(_).")).toEqual([1003]);
  });
});

describe("facts and annotations", () => {
  it("E1004: facts are ground and at most 64 deep", () => {
    const nested = (depth: number) => `${"s(".repeat(depth)}z${")".repeat(depth)}`;
    expect(verdict("pred p(d): Bool. p(X).")).toEqual(["1004 /items/1/data/atom/args/0"]);
    expect(codes("@terms. pred p(d): Bool. p(f(a, X)).")).toEqual([1004]);
    expect(codes("@terms. pred p(d): Bool. p(f(count<X>)).")).toEqual([1004]);
    expect(codes(`@terms. pred p(d): Bool. p(${nested(64)}).`)).toEqual([]);
    expect(codes(`@terms. pred p(d): Bool. p(${nested(65)}).`)).toEqual([1004]);
    expect(codes(`@terms. pred p(d): Bool. p(${nested(64).replace("z", "z()")}).`)).toEqual([1004]);
  });

  it("E1006: prov_k keeps at least one proof", () => {
    expect(verdict("pred p(d): Prov_k(0).")).toEqual(["1006 /items/0/data/sig/annotation/data/k"]);
    expect(codes("pred p(d): Prov_k(1).")).toEqual([]);
  });

  it("E1007: annotations coerce upwards only", () => {
    const kinds = ["Bool", "Trop", "Prov", "Prov_k(2)"];
    const accepted = kinds.map((head) =>
      kinds.map((body) => codes(`pred b(d): ${body}. pred h(d): ${head}. h(X) :- b(X).`).length === 0),
    );
    expect(accepted).toEqual([
      [true, false, false, false],
      [true, true, false, false],
      [true, false, true, false],
      [true, false, true, true],
    ]);
    expect(codes("pred b(d): Prov_k(5). pred h(d): Prov_k(2). h(X) :- b(X).")).toEqual([]);
    expect(codes("pred n(d): Bool. pred b(d): Trop. pred h(d): Bool. h(X) :- n(X), not b(X).")).toEqual([]);
  });

  it("E1009 and E1010: weights with trop, probabilities with the others and within 0..1, always with neural", () => {
    expect(verdict("pred p(d): Bool. 5 :: p(a).")).toEqual(["1009 /items/1/data/weight"]);
    expect(verdict("pred p(d): Trop. p(a). 0.5 :: p(b). 5 :: 0.5 :: p(c). inf :: p(e).")).toEqual([
      "1009 /items/1/data",
      "1009 /items/2/data",
      "1009 /items/2/data/prob",
      "1009 /items/3/data/prob",
    ]);
    expect(codes("pred p(d): Bool. 1.5 :: p(a). -0.5 :: p(b). 0.0 :: p(c). 1.0 :: p(e).")).toEqual([1009, 1009]);
    expect(codes("pred p(d): Prov. pred k(d): Prov_k. 0.5 :: p(a). p(b). 0.5 :: k(a).")).toEqual([]);
    expect(verdict('neural f(d) from model "m". f(a). 0.5 :: f(b).')).toEqual(["1010 /items/1/data"]);
  });

  it(`${verifies("STRATA-CHK-01")}E1011: answer-set programs have no weights, probabilities, queries, inputs, neural predicates or compound facts`, () => {
    expect(
      verdict(
        '@asp. pred a(d): Bool. 5 :: a(x). 0.5 :: a(y). ? a(x). input a from "a.tsv". a(f(x)). neural f(d) from model "m".',
      ),
    ).toEqual([
      "1011 /items/2/data/weight",
      "1011 /items/3/data/prob",
      "1011 /items/4/data",
      "1011 /items/5/data",
      "1011 /items/6/data/atom/args/0",
      "1011 /items/7/data/neural",
    ]);
    expect(codes("pred a(d): Bool. pred b(d): Bool. a(X) :- not b(X). b(X) :- not a(X). @asp.")).toEqual([]);
    expect(codes("@asp. pred a(d): Bool. a(X). a(b, c).")).toEqual([1005]);
    expect(codes("@asp. pred a(d): Bool. a(X).")).toEqual([1004]);
  });
});

describe("sorts", () => {
  it(`${verifies("STRATA-CHK-02")}E2001: values fit their columns, and a symbol that spells an integer is repaired`, () => {
    expect(verdict("pred p(int, d, term t): Bool. p(a, 5, 5). p(1, a, a). p(f(a), f(a), f(a)). @terms.")).toEqual([
      "2001 /items/1/data/atom/args/0",
      "2001 /items/1/data/atom/args/1",
      "2001 /items/3/data/atom/args/0",
    ]);
    expect(verdict("pred p(int): Bool. pred q(int): Bool. q(1) :- p(a), not p(b). ? p(c). q(d) :- p(1).")).toEqual([
      "2001 /items/2/data/body/0/data/args/0",
      "2001 /items/2/data/body/1/data/args/0",
      "2001 /items/3/data/atom/args/0",
      "2001 /items/4/data/head/args/0",
    ]);
    expect(codes("pred w(d, int): Bool. pred c(d): Bool. c(count<V>) :- w(_, V).")).toEqual([2001]);
    const [found] = findings('pred p(int): Bool. p("12").');
    const repaired = loadProgram(
      applyJsonFixes(programToJson(programOf('pred p(int): Bool. p("12").')), [found!]).value,
    );
    expect(repaired.ok && checkProgram(repaired.value).ok).toBe(true);
    for (const text of ['p("012")', 'p("-0")', 'p("1.0")', 'p("99999999999999999999")', "p(a)"]) {
      expect(findings(`pred p(int): Bool. ${text}.`)[0]).not.toHaveProperty("fixes");
    }
  });

  it(`${verifies("STRATA-CHK-02")}E2001: columns that share a variable share its sort; term columns, compounds, builtins and _ do not count`, () => {
    const base =
      "@terms. @builtins. pred i(int): Bool. pred a(d): Bool. pred b(e): Bool. pred t(term t): Bool. pred h(): Bool. ";
    expect(verdict(`${base} h() :- i(X), a(X).`)).toEqual(["2001 /items/7/data/body/1/data/args/0"]);
    expect(codes(`${base} h() :- a(X), b(X).`)).toEqual([2001]);
    expect(codes(`${base} h() :- a(X), not b(X).`)).toEqual([2001]);
    expect(codes(`${base} a(X) :- i(X).`)).toEqual([2001]);
    expect(codes(`${base} h() :- a(X), b(X), i(X).`)).toEqual([2001]);
    expect(
      codes(`${base} h() :- i(X), t(X). h() :- a(_), b(_). h() :- i(X), t(f(X)), a(f(X)). h() :- i(X), X = 5.`),
    ).toEqual([]);
    expect(codes(`${base} t(X) :- i(X). t(X) :- a(X).`)).toEqual([]);
  });
});

describe("builtins and inputs", () => {
  const base = "@builtins. pred i(int): Bool. pred a(d): Bool. pred t(term t): Bool. pred h(): Bool. ";

  it(`${verifies("STRATA-TYP-03")}E2008: builtins are off without their pragma, wherever it stands`, () => {
    const text = "pred i(int): Bool. pred h(): Bool. h() :- i(X), X > 1. h() :- i(X), is_int(X).";
    const [found, ...more] = findings(text);
    expect(more).toEqual([]);
    expect(found).toMatchObject({ code: 2008, path: "/items/2/data/body/1" });
    const repaired = loadProgram(applyJsonFixes(programToJson(programOf(text)), [found!]).value);
    expect(repaired.ok && checkProgram(repaired.value).ok).toBe(true);
    expect(codes(`${text} @builtins.`)).toEqual([]);
  });

  it(`${verifies("STRATA-EVAL-09")}E2008: what is known not to be an integer is not ordered or calculated with`, () => {
    expect(verdict(`${base} h() :- i(X), X > b.`)).toEqual(["2008 /items/5/data/body/1/data/right"]);
    expect(verdict(`${base} h() :- a(X), X < 5.`)).toEqual(["2008 /items/5/data/body/1/data/left"]);
    expect(verdict(`${base} h() :- i(X), X = 1 + b.`)).toEqual(["2008 /items/5/data/body/1/data/right/data/right"]);
    expect(codes(`${base} @terms. h() :- i(X), X > f(X).`)).toEqual([2008]);
    expect(codes(`${base} h() :- i(X), 1 = X / 0, 1 = X mod 0, 1 = X - 0.`)).toEqual([2008, 2008]);
    expect(verdict(`${base} h() :- i(X), starts_with(X, "a").`)).toEqual(["2008 /items/5/data/body/1/data/value"]);
    expect(verdict(`${base} h() :- a(X), starts_with(X, 5).`)).toEqual(["2008 /items/5/data/body/1/data/prefix"]);
    expect(
      codes(`${base} h() :- t(X), X > 5, starts_with(X, "a"). h() :- a(X), X = b, X != 5. h() :- a(X), is_int(X).`),
    ).toEqual([]);
  });

  it(`${verifies("STRATA-EVAL-13")}E2009: an input path stays inside what the host serves`, () => {
    for (const path of [
      "/etc/passwd",
      "../x.tsv",
      "a/../b",
      "..",
      "a\\b",
      "a\0b",
      "file:///x",
      "http://x/y",
      "C:/x",
      "data:text,x",
    ]) {
      expect(refusedPath(path), path).not.toBe(null);
      expect(codes(`pred e(d): Bool. input e from ${JSON.stringify(path)}.`), path).toEqual([2009]);
    }
    for (const path of ["x.tsv", "rows/x.tsv", "a..b/c", "...", "a b.csv", "./x", "1:2"])
      expect(refusedPath(path), path).toBe(null);
  });
});

describe("warnings", () => {
  it(`${verifies("STRATA-CHK-05")}E0010: a variable used once, with a fix that renames it to something free`, () => {
    const text = "domain d. pred e(d, d): Bool. pred q(d): Bool. q(X) :- e(X, Y).";
    const [found, ...more] = findings(text);
    expect(more).toEqual([]);
    expect(found).toMatchObject({ code: 10, severity: "warning", path: "/items/3/data/body/0/data/args/1" });
    const repaired = loadProgram(applyJsonFixes(programToJson(programOf(text)), [found!]).value);
    expect(repaired.ok && checkProgram(repaired.value).diagnostics).toEqual([]);
    expect(JSON.stringify(repaired)).toContain('"_Y"');
    const taken = findings("domain d. pred e(d, d): Bool. pred q(d): Bool. q(X) :- e(X, Y), e(_Y, _Y).");
    expect(JSON.stringify(taken)).toContain('"_Y2"');
    expect(codes("pred e(d, d): Bool. pred q(d): Bool. q(X) :- e(X, _Y), e(X, _).")).toEqual([]);
  });

  it("E2017: compounds without the pragma terms, once", () => {
    const text = "pred p(d): Bool. p(f(a)). p(g(b)). ? p(f(_)).";
    expect(verdict(text)).toEqual(["2017 /items/1/data/atom/args/0"]);
    expect(codes(`${text} @terms.`)).toEqual([]);
    expect(codes("@builtins. pred p(d): Bool. pred q(d): Bool. q(X) :- p(Y), X = f(Y).")).toEqual([2017]);
  });

  it("E2019: a bool head that meets soft evidence only through not", () => {
    const base = "pred n(d): Bool. pred soft(d): Bool. pred hard(d): Bool. n(a). 0.5 :: soft(a). ";
    expect(verdict(`${base} hard(X) :- n(X), not soft(X).`)).toEqual(["2019 /items/5/data/body/1"]);
    expect(codes(`${base} hard(X) :- soft(X). hard(X) :- n(X), not soft(X).`)).toEqual([]);
    expect(codes(`${base} hard(X) :- n(X).`)).toEqual([]);
    expect(codes("pred n(d): Bool. pred q(d): Prov. pred hard(d): Bool. hard(X) :- n(X), not q(X).")).toEqual([2019]);
    expect(codes(`${base} pred further(d): Bool. hard(X) :- n(X), not soft(X). further(X) :- hard(X).`)).toEqual([
      2019, 2019,
    ]);
  });

  it(`${verifies("STRATA-CHK-05")}E2020: recursion that builds values, silenced by the effect partial`, () => {
    expect(verdict("@terms. pred nat(d): Bool. nat(s(N)) :- nat(N).")).toEqual(["2020 /items/2/data/head/args/0"]);
    expect(codes("@terms. pred nat(d): Bool partial. nat(s(N)) :- nat(N).")).toEqual([]);
    expect(codes("@builtins. pred up(int): Bool. up(M) :- up(N), M = N + 1.")).toEqual([2020]);
    expect(codes("@builtins. pred up(int): Bool. up(M) :- up(N), K = N + 1, M = K.")).toEqual([2020]);
    expect(codes("@builtins. pred down(int): Bool. pred q(int): Bool. q(M) :- down(N), M = N + 1.")).toEqual([]);
    expect(codes("@terms. pred p(d): Bool. p(X) :- p(s(X)). p(s(a)) :- p(a).")).toEqual([]);
  });
});
