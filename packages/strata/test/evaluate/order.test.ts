import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { evaluate } from "../../src/evaluate/evaluate.js";
import type { Item, Program } from "../../src/ir/program.js";
import { compile } from "../../src/lower/compile.js";
import { type Ingredients, randomNumbers, randomProgram } from "../oracle/random-program.js";
import { unwrap } from "../oracle/text-program.js";

const MIXES: readonly Ingredients[] = [
  { negation: true, terms: true },
  { negation: true, aggregates: true },
  { leastWeight: -3, negation: true },
  { builtins: true, terms: true },
];

describe("order and names", () => {
  it(`${verifies("STRATA-CONF-02", "STRATA-CHK-05")}of items, literals, facts and variables change no row and no fault`, () => {
    let evaluated = 0;
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (seed, shuffle) => {
        const program = randomProgram(seed, MIXES[seed % MIXES.length]!);
        const before = answer(program);
        const after = answer(shuffled(program, shuffle));
        // Which of several faults is met first is nobody's promise; that there is one is.
        if (typeof before === "string") expect(typeof after).toBe("string");
        else {
          expect(after).toEqual(before);
          evaluated += 1;
        }
      }),
      { numRuns: 80 },
    );
    expect(evaluated).toBeGreaterThan(30);
  });
});

function answer(program: Program): Record<string, unknown> | string {
  const compiled = unwrap(compile(program));
  const outcome = evaluate(compiled);
  if (!outcome.ok) return "refused";
  const names = compiled.checked.predicates.map(({ name }) => name).sort();
  return Object.fromEntries(names.map((name) => [name, outcome.value.rows(name).rows]));
}

function shuffled(program: Program, seed: number): Program {
  const random = randomNumbers(seed);
  const mix = <T>(list: readonly T[]): T[] =>
    list
      .map((each) => ({ each, at: random(1_000_000) }))
      .sort((left, right) => left.at - right.at)
      .map(({ each }) => each);
  const items = mix(program.items).map((item): Item => {
    if (item.kind !== "rule") return item;
    const data = { head: item.data.head, body: mix(item.data.body) };
    return { kind: "rule", data: renamed(data) };
  });
  return { ...program, items };
}

/** Gives every variable another name. */
function renamed<T>(rule: T): T {
  return JSON.parse(JSON.stringify(rule), (_key, value: unknown) => {
    if (typeof value !== "object" || value === null) return value;
    const { kind, data } = value as { kind?: unknown; data?: { name?: string; var?: string } };
    if (kind === "var" && data?.name !== "_") return { kind, data: { name: `V${data!.name}` } };
    return kind === "agg" ? { kind, data: { ...data, var: `V${data!.var}` } } : value;
  }) as T;
}
