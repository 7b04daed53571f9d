import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { words } from "../../src/convention/index.js";
import { applyTextFixes } from "../../src/diagnostic/apply-fixes.js";
import { applyPatch } from "../../src/diagnostic/apply-patch.js";
import { DIAGNOSTIC_CODES, printCode } from "../../src/diagnostic/codes.js";
import type { Diagnostic } from "../../src/diagnostic/diagnostic.js";
import { DiagnosticList } from "../../src/diagnostic/diagnostic-list.js";
import { STRATA_ERRORS } from "../../src/diagnostic/errors.js";
import { nearestName } from "../../src/diagnostic/nearest-name.js";
import { jsonPointer, pointerSegments } from "../../src/diagnostic/pointer.js";
import { printProgram } from "../../src/ir/json/print-program.js";

describe("codes", () => {
  it("are printed with four digits, and each says what it means and what to do", () => {
    expect([printCode(10), printCode(1001)]).toEqual(["E0010", "E1001"]);
    for (const { meaning, remedy } of Object.values(DIAGNOSTIC_CODES)) {
      expect(meaning.length).toBeGreaterThan(5);
      expect(remedy.length).toBeGreaterThan(5);
    }
  });
});

describe("errors", () => {
  it("are few, each thrown with its code, and catalogued", () => {
    const thrown = [() => printProgram({ irVersion: "0.1.0" } as never), () => words(["No"])].map((misuse) => {
      try {
        return misuse();
      } catch (error) {
        return error;
      }
    });
    expect(STRATA_ERRORS.map(({ code }) => ({ code }))).toEqual(
      thrown.map((error) => ({ code: (error as { code: string }).code })),
    );
    expect(thrown.every((error) => error instanceof TypeError)).toBe(true);
  });
});

describe("pointers", () => {
  it("give back their segments", () => {
    expect(jsonPointer(["a/b", "~1", 0, ""])).toBe("/a~1b/~01/0/");
    fc.assert(
      fc.property(fc.array(fc.string()), (segments) => {
        expect(pointerSegments(jsonPointer(segments))).toEqual(segments);
      }),
    );
  });
});

describe("the nearest name", () => {
  it(`${verifies("STRATA-LOAD-04")}lies within distance 2 or a third of the length`, () => {
    expect(nearestName("weigth", ["weight", "prob"])).toEqual({ name: "weight", unique: true });
    expect(nearestName("Bool", ["bool", "trop"])).toEqual({ name: "bool", unique: true });
    expect(nearestName("abc", ["abd", "abe"])).toEqual({ name: "abd", unique: false });
    expect(nearestName("abc", ["xyz"])).toBe(null);
    expect(nearestName("ab", ["cd"])).toBe(null);
    expect(nearestName("a_rather_long_name", ["a_rathr_lng_nam"])).toEqual({ name: "a_rathr_lng_nam", unique: true });
    expect(nearestName("a_rather_long_name", ["a_rather_lo"])).toBe(null);
    expect(nearestName("x".repeat(1000), ["x".repeat(999)])).toBe(null);
  });
});

describe("a list of diagnostics", () => {
  it(`${verifies("STRATA-BUD-01")}is cut at its limit, says so, and lets no warning crowd out an error`, () => {
    const list = new DiagnosticList(2);
    list.add(2002, "/a", "one");
    list.add(10, "/b", "two");
    list.add(1001, "/c", "three");
    expect([list.errors, list.full, list.overflowing]).toEqual([1, true, true]);
    expect(list.finish().map(({ code, severity }) => `${code} ${severity}`)).toEqual([
      "2002 warning",
      "1001 error",
      "2006 note",
    ]);
    expect(list.finish().at(-1)).toMatchObject({ detail: { budget: "diagnostics", limit: 2, used: 3 } });
    expect(list.errorsBeside(1001)).toBe(0);
    expect(new DiagnosticList(1).finish()).toEqual([]);
  });
});

describe("patches", () => {
  it("add, remove and replace in a copy, or do nothing at all", () => {
    const value = { list: [1, 2, 3], inner: { a: 1 } };
    const op = (kind: "add" | "replace", path: string, given: unknown) =>
      ({ kind, data: { path, value: given } }) as const;
    const remove = (path: string) => ({ kind: "remove", data: { path } }) as const;
    expect(
      applyPatch(value, [
        op("add", "/list/-", 4),
        remove("/list/0"),
        op("replace", "/inner/a", 2),
        op("add", "/inner/b", 3),
      ]),
    ).toEqual({
      list: [2, 3, 4],
      inner: { a: 2, b: 3 },
    });
    expect(value).toEqual({ list: [1, 2, 3], inner: { a: 1 } });
    for (const bad of [
      remove("/zzz"),
      remove("/list/3"),
      op("replace", "/list/-", 1),
      op("add", "/list/9", 1),
      op("add", "/x/y", 1),
      remove(""),
      op("replace", "/inner/b", 1),
    ]) {
      expect(applyPatch(value, [bad])).toBe(null);
    }
    const polluted = applyPatch(value, [op("add", "/__proto__", { bad: true })]) as object;
    expect(Object.getPrototypeOf(polluted)).toBe(Object.prototype);
    expect(({} as { bad?: boolean }).bad).toBe(undefined);
  });

  it("of text are applied from the end, and overlapping ones once", () => {
    const edit = (start: number, end: number, replacement: string): Diagnostic => ({
      code: 2,
      severity: "error",
      message: "",
      path: "",
      fixes: [{ kind: "text_edit", data: { span: { start, end }, replacement } }],
    });
    expect(applyTextFixes("abcdef", [edit(0, 1, "X"), edit(4, 6, "Z"), edit(2, 3, "")])).toEqual({
      value: "XbdZ",
      applied: 3,
    });
    expect(applyTextFixes("abcdef", [edit(1, 4, "X"), edit(3, 5, "Y")])).toEqual({ value: "abcYf", applied: 1 });
    expect(applyTextFixes("abc", [])).toEqual({ value: "abc", applied: 0 });
  });
});
