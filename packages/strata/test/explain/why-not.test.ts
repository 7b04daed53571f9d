import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { evaluate } from "../../src/evaluate/evaluate.js";
import type { Evaluation } from "../../src/evaluate/evaluation.js";
import { explainText } from "../../src/explain/explain-text.js";
import { explanationToJson } from "../../src/explain/explanation-json.js";
import type { Failure } from "../../src/explain/proof.js";
import { whyNot } from "../../src/explain/why-not.js";
import { documentCodec } from "../../src/ir/json-schema.js";
import type { Literal } from "../../src/ir/literal.js";
import type { Program } from "../../src/ir/program.js";
import type { Term } from "../../src/ir/term.js";
import { compile } from "../../src/lower/compile.js";
import { printLiteral } from "../../src/text/print-term.js";
import { randomNumbers, randomProgram } from "../oracle/random-program.js";
import { atomOf, evaluationOf, unwrap } from "../oracle/text-program.js";

const POLICY = `
  @builtins.
  pred proposed(call, cap): Bool. pred kind(cap, word): Bool. pred amount(call, int): Bool. pred approved(call): Bool.
  pred allow(call): Bool. pred many(cap, int): Bool. pred listed(call): Bool.
  proposed(c1, pay). proposed(c2, mail). kind(mail, safe). kind(pay, risky). amount(c1, 150). amount(c2, 5).
  approved(c2).
  allow(C) :- proposed(C, K), kind(K, safe), not approved(C).
  allow(C) :- proposed(C, _), amount(C, N), N < 100, approved(C), listed(C).
  many(K, count<C>) :- proposed(C, K).
`;

const failure = (text: string): Failure => {
  const result = unwrap(whyNot(evaluationOf(POLICY), atomOf(text)));
  if (result.kind !== "failed") throw new Error(result.kind);
  return result.data.nearest;
};

describe("whyNot", () => {
  it(`${verifies("STRATA-EXP-03")}names the first literal that fails, with its values, per rule`, () => {
    const result = unwrap(whyNot(evaluationOf(POLICY), atomOf("allow(c1)")));
    if (result.kind !== "failed") throw new Error(result.kind);
    const { nearest, others } = result.data;
    expect(nearest).toMatchObject({ rule: 15, satisfied: 1, total: 3, index: 1, reason: "no_match" });
    expect(printLiteral(nearest.literal)).toBe("kind(pay, safe)");
    expect(nearest.bindings.map(({ var: name }) => name)).toEqual(["C", "K"]);
    expect(nearest.closest).toEqual([atomOf("kind(mail, safe)"), atomOf("kind(pay, risky)")]);
    expect(others).toHaveLength(1);
    expect(others[0]).toMatchObject({ rule: 16, satisfied: 2, total: 5, index: 2, reason: "comparison_false" });
    expect(printLiteral(others[0]!.literal)).toBe("150 < 100");
  });

  it(`${verifies("STRATA-EXP-03")}says that a row is present where the rule wants none`, () => {
    const nearest = failure("allow(c2)");
    expect(nearest).toMatchObject({ rule: 15, satisfied: 2, total: 3, index: 2, reason: "present" });
    expect(nearest.closest).toEqual([atomOf("approved(c2)")]);
  });

  it(`${verifies("STRATA-EXP-03")}takes the rule with fewest literals left, of equal ones the first`, () => {
    const evaluation = evaluationOf(`
      pred a(n): Bool. pred b(n): Bool. pred r(n): Bool. a(x).
      r(X) :- b(X), a(X). r(X) :- a(X), b(X). r(X) :- a(X), a(X), b(X).
    `);
    expect(unwrap(whyNot(evaluation, atomOf("r(x)")))).toMatchObject({ data: { nearest: { rule: 5, satisfied: 1 } } });
  });

  it(`${verifies("STRATA-EXP-03")}tries literals as written, those not yet bound waiting`, () => {
    const evaluation = evaluationOf(`
      @builtins. pred a(int): Bool. pred b(int): Bool. pred r(int): Bool. a(1). b(1).
      r(X) :- Y > 5, not a(Y), b(X), Y = X + 1, a(Y).
    `);
    const result = unwrap(whyNot(evaluation, atomOf("r(1)")));
    if (result.kind !== "failed") throw new Error(result.kind);
    expect(result.data.nearest).toMatchObject({ satisfied: 2, index: 0, reason: "comparison_false" });
    expect(printLiteral(result.data.nearest.literal)).toBe("2 > 5");
  });

  it(`${verifies("STRATA-EXP-03")}says when an aggregate has another value`, () => {
    const nearest = failure("many(pay, 7)");
    expect(nearest).toMatchObject({ rule: 17, satisfied: 1, total: 1, index: 1, reason: "different_value" });
    expect(nearest.literal).toEqual({ kind: "pos", data: atomOf("many(pay, 1)") });
    expect(failure("many(none, 1)")).toMatchObject({ satisfied: 0, reason: "no_match" });
  });

  it(`${verifies("STRATA-EXP-03")}says when there is such a row, or no rule for it`, () => {
    const evaluation = evaluationOf(POLICY);
    expect(unwrap(whyNot(evaluation, atomOf("kind(K, safe)")))).toEqual({
      kind: "holds",
      data: { fact: atomOf("kind(mail, safe)") },
    });
    expect(unwrap(whyNot(evaluation, atomOf("kind(mail, risky)")))).toEqual({
      kind: "no_rule",
      data: { pred: "kind", closest: [atomOf("kind(mail, safe)"), atomOf("kind(pay, risky)")] },
    });
    const constant = evaluationOf("pred r(n): Bool. pred q(n): Bool. r(a) :- q(a).");
    expect(unwrap(whyNot(constant, atomOf("r(b)"))).kind).toBe("no_rule");
  });

  it(`${verifies("STRATA-EXP-03")}takes variables for "no such row", joint ones for equal values`, () => {
    const evaluation = evaluationOf(
      "@terms. pred e(n, n): Bool. pred p(n, term t): Bool. e(a, b). e(b, a). p(X, f(Y)) :- e(X, Y).",
    );
    const { nearest } = (unwrap(whyNot(evaluation, atomOf("p(Q, f(Q))"))) as { data: { nearest: Failure } }).data;
    expect(nearest).toMatchObject({ satisfied: 0, total: 1, reason: "no_match" });
    const shown = printLiteral(nearest.literal);
    expect(shown === "e(X, X)" || shown === "e(Y, Y)").toBe(true);
    expect(unwrap(whyNot(evaluation, atomOf("p(_, g(_))"))).kind).toBe("no_rule");
    expect(unwrap(whyNot(evaluation, atomOf("p(_, f(_))"))).kind).toBe("holds");
  });

  it(`${verifies("STRATA-EXP-03", "STRATA-CONF-04")}reads as plain sentences, and writes documents that fit the schema`, () => {
    const explanation = whyNot(evaluationOf(POLICY), atomOf("allow(c1)"));
    expect(explainText(unwrap(explanation)).split("\n")).toEqual([
      "Rule 15 holds in 1 of 3 conditions with C = c1, K = pay, then fails: no row matches kind(pay, safe).",
      "  Closest: kind(mail, safe); kind(pay, risky).",
      "Rule 16 holds in 2 of 5 conditions with C = c1, N = 150, then fails: 150 < 100 is false.",
    ]);
    const json = explanationToJson(explanation);
    expect(json).toMatchObject({ outcome: { kind: "why_not" } });
    expect(documentCodec("explanation").safeDecode(json as never).success).toBe(true);
  });

  it(`${verifies("STRATA-CONF-06", "STRATA-EXP-03")}names a literal that really fails after a prefix that really holds`, () => {
    let failures = 0;
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const program = randomProgram(seed, { negation: true, terms: true, builtins: true });
        const compiled = unwrap(compile(program));
        const outcome = evaluate(compiled);
        if (!outcome.ok) return;
        const random = randomNumbers(seed);
        for (const { name: pred, argTypes } of compiled.checked.predicates) {
          const args = argTypes.map((): Term => ({ kind: "const", data: { name: `c${random(4)}` } }));
          if (outcome.value.has({ pred, args })) continue;
          const result = unwrap(whyNot(outcome.value, { pred, args }));
          if (result.kind === "holds") throw new Error("the row is absent");
          if (result.kind === "no_rule") continue;
          for (const each of [result.data.nearest, ...result.data.others]) {
            checkFailure(outcome.value, compiled.checked.program, { pred, args }, each);
            failures += 1;
          }
        }
      }),
      { numRuns: 30 },
    );
    expect(failures).toBeGreaterThan(20);
  });
});

/** Evaluates the rule's prefix, and the prefix with the failed literal, as rules of their own. */
function checkFailure(
  evaluation: Evaluation,
  program: Program,
  atom: { pred: string; args: Term[] },
  failed: Failure,
): void {
  const item = program.items[failed.rule]!;
  if (item.kind !== "rule") throw new Error("no rule");
  const { head, body } = item.data;
  expect(failed.total).toBe(body.length);
  const fixed: Literal[] = [];
  head.args.forEach((arg, at) => {
    if (arg.kind !== "var" || arg.data.name === "_") return;
    fixed.push({ kind: "compare", data: { op: "eq", left: arg, right: atom.args[at] as never } });
  });
  if (head.args.some((arg) => arg.kind === "compound")) return;
  const order = orderAsWritten(head.args, body);
  /** Null when a builtin has no value under some binding. */
  const holds = (literals: readonly Literal[]): boolean | null => {
    const items = program.items.filter(({ kind }) => kind !== "rule" && kind !== "query" && kind !== "fact");
    const facts = evaluation.snapshot.compiled.checked.predicates.map(({ name }) => ({
      pred: name,
      rows: evaluation.rows(name).rows.map(({ args }) => args),
    }));
    const probe = {
      kind: "predicate",
      data: { name: "probe ", sig: { args: [], annotation: { kind: "bool" } } },
    } as const;
    const rule = { kind: "rule", data: { head: { pred: "probe ", args: [] }, body: [...fixed, ...literals] } } as const;
    const compiled = compile({ ...program, items: [...items, probe, rule] });
    if (!compiled.ok) throw new Error(JSON.stringify(compiled.diagnostics));
    const outcome = evaluate(compiled.value, { facts });
    return outcome.ok ? outcome.value.rows("probe ").total > 0 : null;
  };
  const prefix = order.slice(0, failed.satisfied);
  expect(order[failed.satisfied]).toBe(body[failed.index]);
  expect(holds(prefix)).not.toBe(false);
  expect(holds([...prefix, body[failed.index]!])).not.toBe(true);
}

/** Body literals in written order, those with a variable nothing has bound yet after the literal that binds it. */
function orderAsWritten(head: readonly Term[], body: readonly Literal[]): Literal[] {
  const bound = new Set(head.flatMap(variables));
  const open = [...body];
  const order: Literal[] = [];
  const isReady = (literal: Literal): boolean => {
    if (literal.kind === "pos") return true;
    const missing = variables(literal).filter((name) => !bound.has(name));
    if (missing.length === 0) return true;
    if (literal.kind !== "compare" || literal.data.op !== "eq") return false;
    const { left, right } = literal.data;
    return [left, right].some(
      (side, at) =>
        side.kind === "var" &&
        !bound.has(side.data.name) &&
        variables(at === 0 ? right : left).every((name) => bound.has(name)),
    );
  };
  while (open.length > 0) {
    const at = open.findIndex(isReady);
    const [literal] = open.splice(at, 1);
    order.push(literal!);
    for (const name of variables(literal)) bound.add(name);
  }
  return order;
}

/** Names of the variables anywhere in a term, expression or literal. */
function variables(part: unknown): string[] {
  if (typeof part !== "object" || part === null) return [];
  const { kind, data } = part as { kind?: unknown; data?: { name?: unknown } };
  if (kind === "var") return [String(data?.name)];
  return Object.values(part).flatMap(variables);
}
