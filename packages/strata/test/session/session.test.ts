import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { evaluate } from "../../src/evaluate/evaluate.js";
import type { Evaluation } from "../../src/evaluate/evaluation.js";
import { why } from "../../src/explain/why.js";
import type { Fact } from "../../src/ir/fact.js";
import type { Item, Program } from "../../src/ir/program.js";
import { compile } from "../../src/lower/compile.js";
import { createSession } from "../../src/session/session.js";
import { checkProof } from "../oracle/check-proof.js";
import { type Ingredients, randomNumbers, randomProgram } from "../oracle/random-program.js";
import { compiledOf, unwrap } from "../oracle/text-program.js";

const MIXES: readonly [name: string, ingredients: Ingredients][] = [
  ["bool", {}],
  ["terms", { terms: true }],
  ["negation and aggregates", { negation: true, aggregates: true }],
  ["trop", { leastWeight: 0 }],
  ["trop with negative weights and negation", { leastWeight: -2, negation: true, terms: true }],
  ["builtins", { builtins: true, terms: true, negation: true }],
];

/** The facts of a random program become the host's, to be asserted and retracted; half of them stay its own. */
function split(program: Program): { own: Program; facts: Fact[] } {
  const facts: Fact[] = [];
  const items: Item[] = [];
  program.items.forEach((item, at) => {
    if (item.kind === "fact" && at % 4 !== 0) facts.push(item.data);
    else items.push(item);
  });
  return { own: { ...program, items }, facts };
}

function contentOf(evaluation: Evaluation): unknown {
  return evaluation.toJson();
}

describe("a session equals a fresh evaluation after every commit", () => {
  for (const [name, ingredients] of MIXES) {
    it(`${verifies("STRATA-API-03", "STRATA-CONF-07")}${name}`, () => {
      let committed = 0;
      let proofs = 0;
      fc.assert(
        fc.property(fc.nat(), (seed) => {
          const random = randomNumbers(seed);
          const { own, facts } = split(randomProgram(seed, ingredients));
          const compiled = compile(own);
          if (!compiled.ok) throw new Error(JSON.stringify(compiled.diagnostics));
          const session = createSession(compiled.value);
          let current: Fact[] = [];
          const earlier: { evaluation: Evaluation; content: unknown }[] = [];
          for (let commit = 0; commit < 5; commit += 1) {
            const asserted = facts.filter(() => random(3) === 0);
            const retracted = facts.filter(() => random(4) === 0);
            session.assert(asserted);
            session.retract(retracted);
            const next = without([...current, ...asserted], retracted);
            const fresh = evaluate(compiled.value, { facts: next });
            const outcome = session.commit();
            expect(outcome.ok).toBe(fresh.ok);
            if (outcome.ok && fresh.ok) {
              current = next;
              expect(contentOf(outcome.value)).toEqual(contentOf(fresh.value));
              earlier.push({ evaluation: outcome.value, content: contentOf(outcome.value) });
              committed += 1;
              proofs += checkSomeProofs(outcome.value, own, current, random);
            }
          }
          for (const { evaluation, content } of earlier) {
            expect(contentOf(evaluation)).toEqual(content);
            checkSomeProofs(evaluation, own, facts, random);
          }
        }),
        { numRuns: 40 },
      );
      expect(committed).toBeGreaterThan(60);
      expect(proofs).toBeGreaterThan(50);
    });
  }
});

describe("a session above negation and aggregates", () => {
  it.each([
    ["negation", "p(X) :- e(X), not q(X).", "pred p(n): Bool."],
    ["an aggregate", "p(count<X>) :- q(X).", "pred p(int): Bool."],
  ])(`${verifies("STRATA-API-03")}takes out what %s no longer gives, and puts it back`, (_, rule, declaration) => {
    const compiled = compiledOf(`pred e(n): Bool. pred q(n): Bool. ${declaration} e(a). e(b). ${rule}`);
    const session = createSession(compiled);
    const facts = (...names: string[]) => [{ pred: "q", rows: names.map((name) => [name]) }];
    const contents = [facts("a"), facts("a", "b"), facts("b")].map((given) =>
      contentOf(unwrap(evaluate(compiled, { facts: given }))),
    );
    session.assert(facts("a"));
    expect(contentOf(unwrap(session.commit()))).toEqual(contents[0]);
    session.assert(facts("b"));
    expect(contentOf(unwrap(session.commit()))).toEqual(contents[1]);
    session.retract(facts("a"));
    expect(contentOf(unwrap(session.commit()))).toEqual(contents[2]);
  });
});

function without(facts: readonly Fact[], retracted: readonly Fact[]): Fact[] {
  const gone = new Set(retracted.map((fact) => JSON.stringify(fact)));
  return [...new Map(facts.map((fact) => [JSON.stringify(fact), fact])).values()].filter(
    (fact) => !gone.has(JSON.stringify(fact)),
  );
}

function checkSomeProofs(
  evaluation: Evaluation,
  program: Program,
  facts: readonly Fact[],
  random: (below: number) => number,
): number {
  let checked = 0;
  for (const item of program.items) {
    if (item.kind !== "predicate") continue;
    const { rows } = evaluation.rows(item.data.name);
    const row = rows[random(Math.max(1, rows.length))];
    if (row === undefined) continue;
    const proof = why(evaluation, { pred: item.data.name, args: row.args });
    if (!proof.ok) throw new Error(JSON.stringify(proof.diagnostics));
    checkProof(proof.value, { program, facts, evaluation, anyHostIndex: true });
    checked += 1;
  }
  return checked;
}
