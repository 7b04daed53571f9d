import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { compareCodePoints, compareValues } from "../../src/lower/compare-values.js";
import { ABSENT, ValueTable } from "../../src/lower/value-table.js";
import { evaluationOf, rowsOf } from "../oracle/text-program.js";

const term = fc.letrec<{ term: import("../../src/ir/term.js").Term }>((tie) => ({
  term: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom("a", "b", "", "5").map((name) => ({ kind: "const" as const, data: { name } })),
    fc
      .constantFrom(0, 5, -1, 2 ** 30, -(2 ** 30) - 1, Number.MAX_SAFE_INTEGER)
      .map((value) => ({ kind: "int" as const, data: { value } })),
    fc
      .tuple(fc.constantFrom("f", "a"), fc.array(tie("term"), { maxLength: 2 }))
      .map(([functor, args]) => ({ kind: "compound" as const, data: { functor, args } })),
  ),
})).term;

describe("values", () => {
  it(`${verifies("STRATA-EVAL-01")}have one id exactly when they are structurally equal`, () => {
    fc.assert(
      fc.property(term, term, fc.boolean(), (left, right, layered) => {
        const base = new ValueTable();
        const first = base.term(left);
        const table = layered ? new ValueTable(base) : base;
        expect(table.findTerm(left)).toBe(first);
        expect(table.toTerm(first)).toEqual(left);
        expect(table.term(right) === first).toBe(JSON.stringify(left) === JSON.stringify(right));
      }),
    );
  });

  it(`${verifies("STRATA-EVAL-01")}are ordered totally and consistently`, () => {
    fc.assert(
      fc.property(fc.array(term, { minLength: 3, maxLength: 3 }), (terms) => {
        const table = new ValueTable();
        const [a, b, c] = terms.map((each) => table.term(each)) as [number, number, number];
        expect(Math.sign(compareValues(table, a, b)) + Math.sign(compareValues(table, b, a))).toBe(0);
        expect(compareValues(table, a, b) === 0).toBe(a === b);
        if (compareValues(table, a, b) <= 0 && compareValues(table, b, c) <= 0) {
          expect(compareValues(table, a, c)).toBeLessThanOrEqual(0);
        }
      }),
    );
  });

  it(`${verifies("STRATA-EVAL-01", "STRATA-RES-02")}stand as symbols by code point, integers, then compounds`, () => {
    const evaluation = evaluationOf(`
      @terms. pred v(term t): Bool.
      v(g(a)). v(f(a, b)). v(f(b)). v(f(a)). v(10). v(9). v(-3). v(b). v("5"). v("\u{1F600}"). v("\uFFFD"). v("").
      v(f(3)). v(f(g(a))).
    `);
    expect(rowsOf(evaluation, "v")).toEqual([
      'v("")',
      'v("5")',
      "v(b)",
      'v("\uFFFD")',
      'v("\u{1F600}")',
      "v(-3)",
      "v(9)",
      "v(10)",
      "v(f(a))",
      "v(f(b))",
      "v(f(3))",
      "v(f(g(a)))",
      "v(f(a, b))",
      "v(g(a))",
    ]);
  });

  it(`${verifies("STRATA-EVAL-01")}compare strings by code point, not by UTF-16 unit`, () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (left, right) => {
        const points = (text: string) => [...text].map((each) => each.codePointAt(0)!);
        const [first, second] = [points(left), points(right)];
        const at = first.findIndex((point, index) => point !== second[index]);
        const wanted = at < 0 ? first.length - second.length : at >= second.length ? 1 : first[at]! - second[at]!;
        expect(Math.sign(compareCodePoints(left, right))).toBe(Math.sign(wanted));
      }),
    );
  });

  it(`${verifies("STRATA-EVAL-01")}leave a finished table as it was when a second one extends it`, () => {
    const base = new ValueTable();
    base.symbol("a");
    const size = base.size;
    const table = new ValueTable(base);
    const id = table.compound(table.symbol("f"), [table.symbol("a"), table.integer(2 ** 40)]);
    expect(base.size).toBe(size);
    expect(base.findSymbol("f")).toBe(ABSENT);
    expect(table.depth(id)).toBe(1);
    expect(base.deepest).toBe(0);
  });
});
