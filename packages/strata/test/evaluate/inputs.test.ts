import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import type { InputResolver } from "../../src/evaluate/read-inputs.js";
import { why } from "../../src/explain/why.js";
import { createSession } from "../../src/session/session.js";
import { atomOf, compiledOf, errorOf, evaluationOf, rowsOf, unwrap } from "../oracle/text-program.js";

const program = (path: string, types = "n, int") => `pred e(${types}): Bool. input e from "${path}".`;
const serve = (content: ReturnType<InputResolver>) => ({ inputs: () => content });
const read = (path: string, content: ReturnType<InputResolver>, types?: string) =>
  rowsOf(evaluationOf(program(path, types), serve(content)), "e");
const refused = (path: string, content: ReturnType<InputResolver>, types?: string) =>
  errorOf(program(path, types), serve(content));

describe("inputs", () => {
  it(`${verifies("STRATA-EVAL-13")}are tab-separated by default, one cell per column`, () => {
    expect(read("e", "a\t1\nb\t-2\n")).toEqual(["e(a, 1)", "e(b, -2)"]);
    expect(read("e.tsv", "a\t1\r\nb c\t0")).toEqual(["e(a, 1)", 'e("b c", 0)']);
    expect(read("e.tsv", '"a"\t1', undefined)).toEqual(['e("\\"a\\"", 1)']);
    expect(read("e.tsv", "")).toEqual([]);
    expect(read("e.tsv", "5\t5", "n, term x")).toEqual(['e("5", "5")']);
  });

  it(`${verifies("STRATA-EVAL-13")}may be comma-separated with strict quoting`, () => {
    expect(read("e.csv", 'a,1\n"b, ""c""\n",2\r\n')).toEqual(["e(a, 1)", 'e("b, \\"c\\"\\n", 2)']);
    expect(refused("e.csv", 'a"b,1')).toMatchObject({ code: 2016, detail: { row: 0, column: 0 } });
    expect(refused("e.csv", 'a,1\n"b,1')).toMatchObject({ code: 2016, detail: { row: 1, column: 0 } });
    expect(refused("e.csv", '"a"x,1').code).toBe(2016);
    expect(refused("e.csv", "a,1\nb,").detail).toMatchObject({ row: 1, column: 1, reason: "the cell is empty" });
    expect(refused("e.csv", "a,x").detail).toMatchObject({ column: 1, reason: "the column takes integers" });
  });

  it(`${verifies("STRATA-EVAL-13", "STRATA-ENC-08")}may be JSON arrays, whose numbers are never rounded`, () => {
    expect(read("e.json", '[["a", 1], ["5", -0]]')).toEqual(['e("5", 0)', "e(a, 1)"]);
    for (const token of ["1.0", "1e3", "9007199254740993", '"1"', "true", "null", "[1]"]) {
      expect(refused("e.json", `[["a", ${token}]]`), token).toMatchObject({
        code: 2016,
        detail: { row: 0, column: 1 },
      });
    }
    for (const text of ["{", "{}", '[["a", 1],]', '["a"]', "[[[[", "[] x"]) {
      expect(refused("e.json", text), text).toMatchObject({ code: 2016 });
    }
  });

  it(`${verifies("STRATA-EVAL-13")}may be rows, with the weight or probability of the predicate last`, () => {
    expect(read("e", [["a", 1]])).toEqual(["e(a, 1)"]);
    const trop = 'pred e(n): Trop. input e from "e.tsv".';
    expect(rowsOf(evaluationOf(trop, serve("a\t5\nb\tinf\na\t3")), "e")).toEqual(["3 :: e(a)", "inf :: e(b)"]);
    expect(errorOf(trop, serve("a\t1.5")).code).toBe(2016);
    const neural = 'neural e(n) from model "m". input e from "e.tsv". ?prob e(_).';
    expect(rowsOf(evaluationOf(neural, serve("a\t0.25\nb\t1e-1")), "e")).toEqual(["0.25 :: e(a)", "0.1 :: e(b)"]);
    for (const prob of ["2", "x", "-1", ".5"]) expect(errorOf(neural, serve(`a\t${prob}`)).code, prob).toBe(2016);
  });

  it(`${verifies("STRATA-EVAL-13")}refuse empty cells and wrong widths, and then bring nothing`, () => {
    expect(refused("e.tsv", "a\t1\n\t2")).toMatchObject({
      code: 2016,
      path: "/items/1",
      detail: { row: 1, column: 0, reason: "the cell is empty" },
    });
    expect(refused("e.tsv", "a\t1\nb")).toMatchObject({ code: 2016, detail: { row: 1, column: 1 } });
    expect(refused("e.tsv", "a\t1\tz").code).toBe(2016);
    expect(refused("e", ["a"] as never).code).toBe(2016);
  });

  it(`${verifies("STRATA-EVAL-13")}are refused when the host gives none, refuses, or throws`, () => {
    expect(errorOf(program("e.tsv"))).toMatchObject({ code: 2009, path: "/items/1" });
    expect(refused("e.tsv", null).code).toBe(2009);
    expect(refused("e.tsv", 5 as never).code).toBe(2009);
    const throws = () => {
      throw new Error("no");
    };
    expect(errorOf(program("e.tsv"), { inputs: throws }).code).toBe(2009);
  });

  it(`${verifies("STRATA-EVAL-13")}are asked for by path and predicate, once`, () => {
    const asked: string[] = [];
    const inputs: InputResolver = (path, predicate) => {
      asked.push(`${path} ${predicate}`);
      return "a\t1";
    };
    evaluationOf(`${program("x/e.tsv")} pred p(n): Bool. p(X) :- e(X, _).`, { inputs });
    expect(asked).toEqual(["x/e.tsv e"]);
  });

  it(`${verifies("STRATA-EXP-01", "STRATA-EVAL-13")}are sources of proofs by item and row`, () => {
    const evaluation = evaluationOf(`${program("e.tsv")} input e from "f.tsv".`, {
      inputs: (path) => (path === "e.tsv" ? "a\t1\nb\t2" : "c\t3\na\t1"),
    });
    const proof = unwrap(why(evaluation, atomOf("e(a, 1)")));
    expect(proof).toMatchObject({
      kind: "given",
      data: {
        sources: [
          { kind: "input", data: { item: 1, row: 0 } },
          { kind: "input", data: { item: 2, row: 1 } },
        ],
      },
    });
  });

  it(`${verifies("STRATA-EVAL-13", "STRATA-BUD-01")}count as facts`, () => {
    const rows = Array.from({ length: 11 }, (_, at) => ["a", at]);
    const { code, detail } = errorOf(program("e"), { ...serve(rows), budget: { facts: 10 } });
    expect({ code, detail }).toEqual({ code: 2006, detail: { budget: "facts", limit: 10, used: 11 } });
  });

  it(`${verifies("STRATA-API-03", "STRATA-EVAL-13")}stay in a session while its facts change`, () => {
    const session = createSession(compiledOf(`${program("e.tsv")} pred p(n): Bool. p(X) :- e(X, _).`), serve("a\t1"));
    session.assert([{ pred: "e", rows: [["b", 2]] }]);
    expect(rowsOf(unwrap(session.commit()), "p")).toEqual(["p(a)", "p(b)"]);
    session.retract([{ pred: "e", rows: [["b", 2]] }]);
    expect(rowsOf(unwrap(session.commit()), "p")).toEqual(["p(a)"]);
  });
});
