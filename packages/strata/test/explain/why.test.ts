import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { evaluate } from "../../src/evaluate/evaluate.js";
import { explainText } from "../../src/explain/explain-text.js";
import { explanationToJson } from "../../src/explain/explanation-json.js";
import type { Proof } from "../../src/explain/proof.js";
import { why } from "../../src/explain/why.js";
import { documentCodec } from "../../src/ir/json-schema.js";
import { compile } from "../../src/lower/compile.js";
import { checkProof } from "../oracle/check-proof.js";
import { type Ingredients, randomProgram } from "../oracle/random-program.js";
import { atomOf, compiledOf, evaluationOf, unwrap } from "../oracle/text-program.js";

const CHAIN = "pred e(int, int): Bool. pred p(int, int): Bool. p(X, Y) :- e(X, Y). p(X, Z) :- e(X, Y), p(Y, Z).";
const chain = (count: number) => [{ pred: "e", rows: Array.from({ length: count }, (_, at) => [at, at + 1]) }];

const MIXES: readonly [name: string, ingredients: Ingredients][] = [
  ["bool with negation", { negation: true }],
  ["terms and builtins", { terms: true, builtins: true, negation: true }],
  ["aggregates", { aggregates: true, negation: true }],
  ["trop", { leastWeight: 0 }],
  ["trop with negative weights", { leastWeight: -3, negation: true, terms: true }],
];

describe("why", () => {
  for (const [name, ingredients] of MIXES) {
    it(`${verifies("STRATA-EXP-01", "STRATA-EXP-02", "STRATA-CONF-06")}proves every row: ${name}`, () => {
      let proofs = 0;
      fc.assert(
        fc.property(fc.nat(), (seed) => {
          const compiled = unwrap(compile(randomProgram(seed, ingredients)));
          const outcome = evaluate(compiled);
          if (!outcome.ok) return;
          const { program, predicates } = compiled.checked;
          for (const { name: pred } of predicates) {
            for (const { args } of outcome.value.rows(pred, { limit: 20 }).rows) {
              const proof = unwrap(why(outcome.value, { pred, args }));
              checkProof(proof, { program, facts: [], evaluation: outcome.value });
              expect(proof).toEqual(unwrap(why(outcome.value, { pred, args })));
              proofs += 1;
            }
          }
        }),
        { numRuns: 40 },
      );
      expect(proofs).toBeGreaterThan(100);
    });
  }

  it(`${verifies("STRATA-EXP-01")}shows the sources, the builtins with their values, and what was absent`, () => {
    const evaluation = evaluationOf(
      "@builtins. pred n(int): Bool. pred big(int): Bool. pred no(int): Bool. n(5). n(5). big(Y) :- n(X), Y = X * 2, Y > 9, not no(Y).",
      { facts: [{ pred: "n", rows: [[5]] }] },
    );
    const int = (value: number) => ({ kind: "int", data: { value } });
    const times = { kind: "arith", data: { op: "mul", left: int(5), right: int(2) } };
    expect(unwrap(why(evaluation, atomOf("big(10)")))).toEqual({
      kind: "derived",
      data: {
        fact: atomOf("big(10)"),
        rule: 6,
        premises: [
          {
            kind: "proof",
            data: {
              kind: "given",
              data: {
                fact: atomOf("n(5)"),
                sources: [
                  { kind: "item", data: { index: 4 } },
                  { kind: "item", data: { index: 5 } },
                  { kind: "host", data: { index: 0 } },
                ],
              },
            },
          },
          { kind: "builtin", data: { kind: "compare", data: { op: "eq", left: int(10), right: times } } },
          { kind: "builtin", data: { kind: "compare", data: { op: "gt", left: int(10), right: int(9) } } },
          { kind: "absent", data: atomOf("no(10)") },
        ],
      },
    });
  });

  it(`${verifies("STRATA-EXP-01")}counts the bag of an aggregate and shows up to ten of its rows`, () => {
    const rows = Array.from({ length: 25 }, (_, at) => ["a", at]);
    const evaluation = evaluationOf("pred v(n, int): Bool. pred s(n, int): Bool. s(X, sum<V>) :- v(X, V).", {
      facts: [{ pred: "v", rows }],
    });
    const proof = unwrap(why(evaluation, atomOf("s(a, 300)")));
    expect(proof).toMatchObject({ kind: "aggregated", data: { rule: 2, op: "sum", inputs: 25 } });
    expect(proof.kind === "aggregated" && proof.data.sample).toHaveLength(10);
    expect(proof.kind === "aggregated" && proof.data.sample[0]).toEqual({
      body: [{ kind: "pos", data: atomOf("v(a, 0)") }],
    });
  });

  it(`${verifies("STRATA-EXP-01", "STRATA-BUD-01")}repeats what was expanded, and elides beyond the budget of nodes`, () => {
    const twice = evaluationOf(
      "pred a(): Bool. pred b(): Bool. pred c(): Bool. pred d(): Bool. a(). b() :- a(). c() :- b(). d() :- b(), c().",
    );
    expect(unwrap(why(twice, atomOf("d()")))).toMatchObject({
      data: {
        premises: [{ data: { kind: "derived" } }, { data: { data: { premises: [{ data: { kind: "repeated" } }] } } }],
      },
    });
    const evaluation = evaluationOf(CHAIN, { facts: chain(30) });
    const kinds = (proof: Proof): string[] => [
      proof.kind,
      ...(proof.kind === "derived"
        ? proof.data.premises.flatMap((each) => (each.kind === "proof" ? kinds(each.data) : []))
        : []),
    ];
    const whole = kinds(unwrap(why(evaluation, atomOf("p(0, 30)"))));
    expect(whole).not.toContain("elided");
    expect(whole).toHaveLength(60);
    const cut = kinds(unwrap(why(evaluation, atomOf("p(0, 30)"), { proofNodes: 10 })));
    expect(cut.filter((kind) => kind !== "elided")).toHaveLength(10);
    expect(cut).toContain("elided");
  });

  it(`${verifies("STRATA-EXP-02")}goes as deep as the data is long, within documents that can be written`, () => {
    const evaluation = evaluationOf(CHAIN, { facts: chain(400) });
    const proof = why(evaluation, atomOf("p(0, 400)"), { proofNodes: 10_000 });
    const facts = chain(400)[0]!.rows.map(([from, to]) => ({ atom: atomOf(`e(${from}, ${to})`) }));
    checkProof(unwrap(proof), { program: evaluation.snapshot.compiled.checked.program, facts, evaluation });
    expect(JSON.stringify(explanationToJson(proof))).toContain("elided");
    expect(explainText(unwrap(proof)).split("\n").length).toBeGreaterThan(200);
  });

  it(`${verifies("STRATA-EXP-02")}prefers the facts to a derivation that goes round a cycle`, () => {
    const evaluation = evaluationOf(`
      pred e(n, n): Bool. pred p(n): Bool. pred q(n): Bool. e(a, b). e(b, a).
      p(a). p(Y) :- q(X), e(X, Y). q(X) :- p(X).
    `);
    expect(unwrap(why(evaluation, atomOf("p(a)"))).kind).toBe("given");
    expect(explainText(unwrap(why(evaluation, atomOf("q(b)"))))).toBe(
      [
        "q(b) follows by rule 7, because:",
        "  p(b) follows by rule 6, because:",
        "    q(a) follows by rule 7, because:",
        "      p(a) is given by item 5 of the program.",
        "    e(a, b) is given by item 3 of the program.",
      ].join("\n"),
    );
  });

  it(`${verifies("STRATA-EXP-02", "STRATA-EVAL-05")}proves rows of weight inf beside finite ones that improved later`, () => {
    const evaluation = evaluationOf(`
      pred e(n, n): Trop. pred w(n): Trop. pred p(n): Trop. pred both(n): Trop.
      inf :: e(s, a). 0 :: p(s). inf :: w(a). 1 :: e(s, b). 1 :: e(b, a).
      p(Y) :- p(X), e(X, Y). p(X) :- both(X). both(X) :- p(X), w(X).
    `);
    const { program } = evaluation.snapshot.compiled.checked;
    for (const text of ["p(a)", "both(a)", "p(b)"]) {
      checkProof(unwrap(why(evaluation, atomOf(text))), { program, facts: [], evaluation });
    }
    expect(evaluation.weight(atomOf("p(a)"))).toBe(2);
    expect(evaluation.weight(atomOf("both(a)"))).toBe("inf");
  });

  it(`${verifies("STRATA-EXP-01", "STRATA-CONF-04")}writes documents that fit the published schema`, () => {
    const evaluation = evaluationOf(CHAIN, { facts: chain(3) });
    const json = explanationToJson(why(evaluation, atomOf("p(0, 3)")));
    expect(json).toMatchObject({ ir_version: "0.1.0", outcome: { kind: "proof", data: { kind: "derived" } } });
    expect(documentCodec("explanation").safeDecode(json as never).success).toBe(true);
  });

  it(`${verifies("STRATA-BUD-03")}throws only for a row that is not there`, () => {
    const evaluation = unwrap(evaluate(compiledOf(CHAIN), { facts: chain(3) }));
    expect(() => why(evaluation, atomOf("p(3, 0)"))).toThrow(TypeError);
    expect(() => why(evaluation, atomOf("p(X, 0)"))).toThrow(TypeError);
  });
});
