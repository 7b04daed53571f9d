import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { evaluate } from "../../src/evaluate/evaluate.js";
import type { Evaluation } from "../../src/evaluate/evaluation.js";
import type { Program } from "../../src/ir/program.js";
import type { Term } from "../../src/ir/term.js";
import { compile } from "../../src/lower/compile.js";
import { NaiveStop, naiveEvaluate } from "../oracle/naive-evaluator.js";
import { type Ingredients, randomProgram } from "../oracle/random-program.js";

/** What both evaluators are reduced to: rows with weights by predicate, or the code the run ends with. */
type Answer = Record<string, string[]> | number;

const MIXES: readonly [name: string, ingredients: Ingredients][] = [
  ["bool", {}],
  ["negation", { negation: true }],
  ["terms", { negation: true, terms: true }],
  ["aggregates", { negation: true, aggregates: true }],
  ["builtins", { negation: true, terms: true, builtins: true }],
  ["trop", { leastWeight: 0, negation: true }],
  ["trop with negative weights", { leastWeight: -3, negation: true, terms: true }],
  ["everything", { leastWeight: -1, negation: true, terms: true, builtins: true, aggregates: true }],
];

describe("semi-naive evaluation agrees with the naive one", () => {
  for (const [name, ingredients] of MIXES) {
    it(`${verifies("STRATA-CONF-01", "STRATA-EVAL-02")}${name}`, () => {
      const seen = { rows: 0, stops: 0 };
      fc.assert(
        fc.property(fc.nat(), (seed) => {
          const program = randomProgram(seed, ingredients);
          const compiled = compile(program);
          if (!compiled.ok) throw new Error(JSON.stringify(compiled.diagnostics));
          const outcome = evaluate(compiled.value);
          const strata = new Map(compiled.value.checked.predicates.map(({ name: pred, stratum }) => [pred, stratum]));
          const wanted = naiveAnswer(program, strata);
          const found = outcome.ok
            ? answerOf(outcome.value, program)
            : outcome.diagnostics.find(({ severity }) => severity === "error")!.code;
          // Weights that double along a negative cycle can leave the integers before the naive rounds have run out.
          if (found === 2014 && wanted === 2007) return;
          // With faults of several kinds in one program, which one is met first is nobody's promise.
          if (name === "everything" && typeof found === "number" && typeof wanted === "number") return;
          expect(found).toEqual(wanted);
          if (typeof wanted === "number") seen.stops += 1;
          else seen.rows += Object.values(wanted).flat().length;
        }),
        { numRuns: 120 },
      );
      expect(seen.rows).toBeGreaterThan(300);
    });
  }
});

function naiveAnswer(program: Program, strata: ReadonlyMap<string, number>): Answer {
  try {
    const rows = naiveEvaluate(program, strata);
    return Object.fromEntries(
      [...rows].map(([pred, relation]) => [pred, [...relation].map(([key, weight]) => `${key} ${weight}`).sort()]),
    );
  } catch (reason) {
    if (reason instanceof NaiveStop) return reason.code;
    throw reason;
  }
}

function answerOf(evaluation: Evaluation, program: Program): Answer {
  const preds = program.items.flatMap((item) => (item.kind === "predicate" ? [item.data.name] : []));
  return Object.fromEntries(
    preds.map((pred) => [
      pred,
      evaluation
        .rows(pred)
        .rows.map(({ args, weight }) => `[${args.map(key).join(",")}] ${weight === "inf" ? "Infinity" : (weight ?? 0)}`)
        .sort(),
    ]),
  );
}

function key(term: Term): string {
  if (term.kind === "int") return String(term.data.value);
  if (term.kind !== "compound") return JSON.stringify(term.kind === "const" ? term.data.name : "");
  return `{"f":${JSON.stringify(term.data.functor)},"a":[${term.data.args.map(key).join(",")}]}`;
}
