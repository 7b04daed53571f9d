import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { evaluate } from "../../src/evaluate/evaluate.js";
import { resultToJson } from "../../src/evaluate/result-json.js";
import { loadProgram } from "../../src/ir/json/load-program.js";
import { documentCodec } from "../../src/ir/json-schema.js";
import { printAtom } from "../../src/text/print-term.js";
import { atomOf, compiledOf, evaluationOf, programOf, unwrap } from "../oracle/text-program.js";

const PROGRAM = `
  @terms. domain n.
  pred e(n, n): Bool. pred w(n): Trop. pred none(n): Bool. pred t(term x): Bool.
  e(b, c). e(a, b). e(a, a). inf :: w(a). 3 :: w(b). t(f(a, f(b, b))). t(f(a, a)). t(3). t(a).
  ? e(a, X). ? e(X, X). ? t(f(Y, f(X, X))). ? w(_). ? none(_). ?prob e(a, _).
`;

describe("results", () => {
  it(`${verifies("STRATA-RES-01", "STRATA-EVAL-11")}list relations and answers, with defaults and empty lists absent`, () => {
    const outcome = evaluationOf(PROGRAM).toJson() as { outcome: { kind: string; data: Record<string, unknown> } };
    const name = (text: string) => ({ kind: "const", data: { name: text } });
    expect(outcome.outcome.kind).toBe("evaluated");
    const { complete, dropped, num_strata, strata, relations, answers } = outcome.outcome.data;
    expect({ complete, dropped, num_strata }).toEqual({ complete: true, dropped: undefined, num_strata: 1 });
    expect(strata).toEqual(["e", "w", "none", "t"].map((pred) => ({ pred, stratum: 0 })));
    expect((relations as object[])[0]).toEqual({
      pred: "e",
      annotation: { kind: "bool" },
      total: 3,
      rows: [
        ["a", "a"],
        ["a", "b"],
        ["b", "c"],
      ].map((row) => ({ args: row.map(name) })),
    });
    expect((relations as object[])[1]).toMatchObject({ rows: [{ weight: "inf" }, { weight: 3 }] });
    expect((relations as object[])[2]).toEqual({ pred: "none", annotation: { kind: "bool" }, total: 0 });
    expect((answers as { item: number; total: number }[]).map(({ item, total }) => [item, total])).toEqual([
      [15, 2],
      [16, 1],
      [17, 1],
      [18, 2],
      [19, 0],
      [20, 2],
    ]);
    expect((answers as { rows?: object[] }[])[5]!.rows).toEqual([
      { args: [name("a"), name("a")], prob: 1 },
      { args: [name("a"), name("b")], prob: 1 },
    ]);
  });

  it(`${verifies("STRATA-RES-01")}say why there is no evaluation`, () => {
    const json = resultToJson(
      evaluate(programOf("pred e(int): Trop. pred d(int): Trop. 0 :: d(0). -1 :: e(0). d(X) :- d(X), e(X).")),
    );
    expect(json).toMatchObject({
      ir_version: "0.1.0",
      outcome: { kind: "refused", data: { diagnostics: [{ code: 2014 }] } },
    });
    expect(documentCodec("result").safeDecode(json as never).success).toBe(true);
  });

  it(`${verifies("STRATA-RES-01", "STRATA-CONF-04")}fit the published schema`, () => {
    expect(documentCodec("result").safeDecode(evaluationOf(PROGRAM).toJson() as never).success).toBe(true);
  });

  it(`${verifies("STRATA-RES-02")}have the same bytes for the same inputs, whatever order facts came in`, () => {
    const bytes = (text: string) => JSON.stringify(evaluationOf(text).toJson());
    expect(bytes(PROGRAM)).toBe(bytes(PROGRAM));
    const facts = ["e(b, c).", "e(a, b).", "e(a, a)."];
    const swapped = PROGRAM.replace(facts.join(" "), [...facts].reverse().join(" "));
    expect(swapped).not.toBe(PROGRAM);
    expect(bytes(swapped)).toBe(bytes(PROGRAM));
  });

  it(`${verifies("STRATA-RES-02")}page without gap or overlap, with exact totals`, () => {
    const rows = Array.from({ length: 101 }, (_, at) => [(at * 37) % 101, `s${at}`]);
    const evaluation = evaluationOf("pred r(int, n): Bool.", { facts: [{ pred: "r", rows }] });
    const all = evaluation.rows("r");
    const paged = [];
    for (let offset = 0; offset < 120; offset += 20) {
      const page = evaluation.rows("r", { offset, limit: 20 });
      expect(page).toMatchObject({ total: 101, offset });
      paged.push(...page.rows);
    }
    expect(paged).toEqual(all.rows);
    expect(all.rows.map(({ args: [first] }) => first!.kind === "int" && first!.data.value)).toEqual(
      Array.from({ length: 101 }, (_, at) => at),
    );
    expect(evaluation.rows("r", { offset: 500 })).toMatchObject({ total: 101, rows: [] });
    expect(() => evaluation.rows("r", { offset: -1 })).toThrow(TypeError);
    expect(() => evaluation.rows("r", { limit: 1.5 })).toThrow(TypeError);
  });

  it(`${verifies("STRATA-RES-02")}sort wide relations as small ones`, () => {
    const rows = Array.from({ length: 60 }, (_, at) =>
      Array.from({ length: 12 }, (_each, column) => (at * (column + 3)) % 61),
    );
    const columns = rows[0]!.map(() => "int").join(", ");
    const evaluation = evaluationOf(`pred r(${columns}): Bool.`, { facts: [{ pred: "r", rows }] });
    const found = evaluation
      .rows("r")
      .rows.map(({ args }) => args.map((arg) => (arg.kind === "int" ? arg.data.value : -1)));
    const wanted = [...rows].sort(
      (left, right) =>
        left[left.findIndex((each, at) => each !== right[at])]! -
        right[left.findIndex((each, at) => each !== right[at])]!,
    );
    expect(found).toEqual(wanted);
  });

  it(`${verifies("STRATA-EVAL-11")}answer questions that were not in the program`, () => {
    const rows = Array.from({ length: 200 }, (_, at) => [at % 10, at]);
    const evaluation = evaluationOf("pred r(int, int): Bool. pred t(term x): Bool.", {
      facts: [
        { pred: "r", rows },
        { pred: "t", rows: [["a"], [atomOf("x(f(a, b))").args[0]!], [atomOf("x(f(b, b))").args[0]!]] },
      ],
    });
    const ask = (text: string) => evaluation.query(atomOf(text)).rows.map(({ args }) => printAtom({ pred: "", args }));
    expect(ask("r(3, X)")).toHaveLength(20);
    expect(evaluation.query(atomOf("r(3, X)"), { offset: 18, limit: 5 })).toMatchObject({ total: 20, rows: [{}, {}] });
    expect(ask("r(X, X)")).toHaveLength(10);
    expect(ask("r(99, _)")).toEqual([]);
    expect(ask("t(f(X, X))")).toEqual(['""(f(b, b))']);
    expect(ask("t(f(_, _))")).toHaveLength(2);
    expect(() => evaluation.query(atomOf("r(1)"))).toThrow(TypeError);
    expect(() => evaluation.has(atomOf("r(X, 1)"))).toThrow(TypeError);
    expect(() => evaluation.rows("absent")).toThrow(TypeError);
    expect(() => evaluation.weight(atomOf("r(1, 1)"))).toThrow(TypeError);
  });

  it(`${verifies("STRATA-EVAL-11")}never change what is derived by being asked for`, () => {
    const without = evaluationOf(PROGRAM.slice(0, PROGRAM.indexOf("?")));
    expect(evaluationOf(PROGRAM).result().outcome).toMatchObject({ data: { relations: [{}, {}, {}, {}] } });
    for (const pred of ["e", "w", "none", "t"]) expect(evaluationOf(PROGRAM).rows(pred)).toEqual(without.rows(pred));
  });

  it(`${verifies("STRATA-TYP-01")}keep names that objects reserve as ordinary data`, () => {
    const evaluation = evaluationOf('pred "__proto__"(n): Bool. "__proto__"("constructor"). ? "__proto__"(X).');
    expect(evaluation.rows("__proto__").total).toBe(1);
    expect(JSON.stringify(evaluation.toJson())).toContain('"constructor"');
  });

  it(`${verifies("STRATA-LOAD-03")}evaluate a closure without facts to empty relations, and with them to paths`, () => {
    const sig = { args: ["node", "node"], annotation: "bool", effects: {} };
    const variable = (name: string) => ({ kind: "var", data: { name } });
    const atom = (pred: string, ...names: string[]) => ({ pred, args: names.map(variable) });
    const loaded = unwrap(
      loadProgram({
        ir_version: "0.1.0",
        items: [
          { kind: "predicate", data: { name: "edge", sig } },
          { kind: "predicate", data: { name: "path", sig } },
          {
            kind: "rule",
            data: {
              head: atom("path", "X", "Z"),
              body: [
                { kind: "pos", data: atom("edge", "X", "Y") },
                { kind: "pos", data: atom("path", "Y", "Z") },
              ],
            },
          },
        ],
      }),
    );
    const empty = unwrap(evaluate(loaded));
    expect(["edge", "path"].map((pred) => empty.rows(pred).total)).toEqual([0, 0]);
    const base = programOf(
      "pred edge(node, node): Bool. pred path(node, node): Bool. path(X, Y) :- edge(X, Y). edge(a, b). edge(b, c).",
    );
    const items = [...loaded.items, ...base.items.filter(({ kind }) => kind === "rule" || kind === "fact")];
    const paths = unwrap(evaluate({ ...loaded, items }));
    expect(paths.rows("path").rows.map(({ args }) => printAtom({ pred: "path", args }))).toEqual([
      "path(a, b)",
      "path(a, c)",
      "path(b, c)",
    ]);
  });

  it(`${verifies("STRATA-API-02")}are compiled once per program object`, () => {
    const program = programOf(PROGRAM);
    expect(unwrap(evaluate(program)).snapshot.compiled).toBe(unwrap(evaluate(program)).snapshot.compiled);
    const compiled = compiledOf(PROGRAM);
    expect(unwrap(evaluate(compiled)).snapshot.compiled).toBe(compiled);
    expect(evaluate(programOf("pred p(n): Bool. q(a).")).ok).toBe(false);
  });
});
