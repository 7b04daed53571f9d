import { expect, it } from "vitest";
import { describeShared } from "../../../../test/support/shared.js";
import { verifies } from "../../../../test/support/verifies.js";
import { type ComparisonForm, comparisonForm } from "../../src/evaluate/comparison-form.js";
import { loadProgram } from "../../src/ir/json/load-program.js";

interface Vector {
  readonly id: string;
  readonly mode: "plain" | "soft" | "asp";
  readonly status: string;
  readonly program: unknown;
  readonly expected: ComparisonForm;
}

describeShared("the shared programs", (read) => {
  const vectors = read("vectors/strata/programs.jsonl")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Vector);
  const select = (mode: string, status: string) =>
    vectors.filter((vector) => vector.mode === mode && vector.status === status);

  it(`${verifies("STRATA-EVAL-02", "STRATA-CONF-09")}plain programs give the recorded relations and strata`, () => {
    const plain = select("plain", "ok");
    expect(plain.length).toBeGreaterThan(300);
    for (const { id, program, expected } of plain) {
      const form = comparisonForm(loadProgram(program));
      expect({ status: form.status, mode: form.mode }, id).toEqual({ status: "ok", mode: "plain" });
      expect(Object.keys(form.relations!).sort(), id).toEqual(Object.keys(expected.relations!).sort());
      for (const [pred, rows] of Object.entries(expected.relations!)) {
        expect(rowSet(form.relations![pred]!), `${id} ${pred}`).toEqual(rowSet(rows));
      }
      expect({ strata: form.strata, num: form.num_strata }, id).toEqual({
        strata: expected.strata,
        num: expected.num_strata,
      });
      expect({ complete: form.complete, dropped: form.dropped }, id).toEqual({ complete: true, dropped: 0 });
    }
  });

  it(`${verifies("STRATA-EVAL-06", "STRATA-CONF-09")}negative cycles end in E2014`, () => {
    const failing = select("plain", "runtime_error");
    expect(failing.length).toBeGreaterThan(0);
    for (const { id, program } of failing) {
      const form = comparisonForm(loadProgram(program));
      expect(form.status, id).toBe("runtime_error");
      expect(errorCodes(form), id).toEqual([2014]);
      expect(form.relations, id).toBeUndefined();
    }
  });

  it(`${verifies("STRATA-EVAL-12", "STRATA-CONF-09")}soft programs give the recorded probabilities`, () => {
    const soft = select("soft", "ok");
    expect(soft.length).toBeGreaterThan(30);
    for (const { id, program, expected } of soft) {
      const form = comparisonForm(loadProgram(program));
      expect({ status: form.status, mode: form.mode, strata: form.strata, num: form.num_strata }, id).toEqual({
        status: "ok",
        mode: "soft",
        strata: expected.strata,
        num: expected.num_strata,
      });
      const found = probabilities(form.lines!);
      const wanted = probabilities(expected.lines!);
      expect([...found.keys()].sort(), id).toEqual([...wanted.keys()].sort());
      for (const [atom, prob] of wanted) expect(Math.abs(found.get(atom)! - prob), `${id} ${atom}`).toBeLessThan(1e-9);
    }
  });

  it(`${verifies("STRATA-EVAL-14", "STRATA-CONF-09")}answer-set programs are refused by name`, () => {
    const asp = select("asp", "ok");
    expect(asp.length).toBeGreaterThan(50);
    for (const { id, program } of asp) {
      const form = comparisonForm(loadProgram(program));
      expect({ status: form.status, mode: form.mode }, id).toEqual({ status: "unsupported", mode: "asp" });
      expect(errorCodes(form), id).toEqual([2015]);
    }
  });
});

function errorCodes({ diagnostics = [] }: ComparisonForm): number[] {
  return (diagnostics as { code: number; severity: string }[])
    .filter(({ severity }) => severity === "error")
    .map(({ code }) => code);
}

function rowSet(rows: readonly unknown[]): string[] {
  return rows.map(sortedJson).sort();
}

function probabilities(lines: readonly string[]): Map<string, number> {
  return new Map(lines.map((line) => [line.slice(line.indexOf(" :: ") + 4), Number(line.split(" :: ")[0])]));
}

function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${entries.map(([name, part]) => `${JSON.stringify(name)}:${sortedJson(part)}`).join(",")}}`;
}
