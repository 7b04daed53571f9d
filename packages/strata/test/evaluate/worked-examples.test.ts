import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { evaluate } from "../../src/evaluate/evaluate.js";
import type { Evaluation } from "../../src/evaluate/evaluation.js";
import type { FactGroup } from "../../src/evaluate/host-facts.js";
import type { Proof } from "../../src/explain/proof.js";
import { why } from "../../src/explain/why.js";
import type { Fact } from "../../src/ir/fact.js";
import { parseProgram } from "../../src/ir/json/load-program.js";
import { printProgram } from "../../src/ir/json/print-program.js";
import type { Atom } from "../../src/ir/term.js";
import { compile } from "../../src/lower/compile.js";
import { parseText } from "../../src/text/parse-text.js";
import { policyVocabulary } from "../../src/text/policy-vocabulary.js";
import { printAtom } from "../../src/text/print-term.js";
import { CALL_POLICY, PLAN_LOGIC } from "../worked-policies.js";

const CALL_FACTS = `inspection(arguments). operation(op1, "GENERATE"). calls_made(op1, 2). tokens_spent(900).
token_limit(5000). capability(pay, tool, mutating). capability(mail, tool, network). proposed(c1, op1, mail).
label(c1, pii). target(c1, "evil.example"). approved_sink("corp.example"). proposed(c2, op1, pay).
argument(c2, amount, 150). proposed(c3, op1, pay). argument(c3, amount, "150.5").`;

const PLAN_FACTS = `have(customer_id). goal(invoice). offered(op1, erp). offered(op1, bill). requires(bill, orders).
requires(orders, ledger). capability(crm, tool, network). capability(orders, tool, network).
capability(erp, tool, mutating). capability(bill, tool, mutating). consumes(crm, customer_id). produces(crm, account).
consumes(orders, account). produces(orders, order). consumes(erp, customer_id). produces(erp, invoice).
consumes(bill, order). produces(bill, invoice). 120 :: cap_cost(crm). 80 :: cap_cost(orders). 900 :: cap_cost(erp).
150 :: cap_cost(bill).`;

function parse(text: string) {
  const outcome = parseText(text);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.diagnostics));
  return outcome.value;
}

function factsOf(text: string): Fact[] {
  return parse(text).items.flatMap((item) => (item.kind === "fact" ? [item.data] : []));
}

function run(text: string, facts: readonly (Fact | FactGroup)[], form: "text" | "json" = "text"): Evaluation {
  const program = parse(text);
  const loaded = form === "text" ? { ok: true as const, value: program } : parseProgram(printProgram(program));
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics));
  const compiled = compile(loaded.value, { prelude: policyVocabulary() });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.diagnostics));
  const outcome = evaluate(compiled.value, { facts });
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.diagnostics));
  return outcome.value;
}

function atom(text: string): Atom {
  const [fact] = factsOf(`${text}.`);
  return fact!.atom;
}

/** Rows of the predicates, as text, those with a weight in front. */
function rowsOf(evaluation: Evaluation, ...preds: string[]): string[] {
  return preds.flatMap((pred) =>
    evaluation.rows(pred).rows.map(({ args, weight }) => {
      const shown = printAtom({ pred, args });
      return weight === undefined ? shown : `${weight} :: ${shown}`;
    }),
  );
}

function stratumOf(evaluation: Evaluation, pred: string): number {
  return evaluation.snapshot.compiled.checked.predicates.find(({ name }) => name === pred)!.stratum;
}

describe("the worked example of a call policy", () => {
  const derived = [
    "has_target",
    "deny",
    "require_approval",
    "allow",
    "withhold",
    "halt",
    "limit_calls",
    "limit_tokens",
  ];

  for (const form of ["text", "json"] as const) {
    it(`${verifies("STRATA-CONF-08")}derives exactly the listed decisions from its ${form} form`, () => {
      const evaluation = run(CALL_POLICY, factsOf(CALL_FACTS), form);
      expect(rowsOf(evaluation, ...derived)).toEqual([
        "has_target(c1)",
        'deny(c1, "labelled data, unapproved target")',
        'deny(c3, "amount is not an integer")',
        'require_approval(c2, "amount above 100")',
        "limit_calls(op1, 5)",
      ]);
      expect(derived.filter((pred) => stratumOf(evaluation, pred) !== 0)).toEqual(["deny"]);
      expect(stratumOf(evaluation, "deny")).toBe(1);
    });
  }

  it(`${verifies("STRATA-CONF-08", "STRATA-EXP-01")}explains the first denial down to the host's facts`, () => {
    const evaluation = run(CALL_POLICY, factsOf(CALL_FACTS));
    const proof = why(evaluation, atom('deny(c1, "labelled data, unapproved target")'));
    const given = (text: string, index: number) => ({
      kind: "proof",
      data: { kind: "given", data: { fact: atom(text), sources: [{ kind: "host", data: { index } }] } },
    });
    expect(proof.ok && proof.value).toEqual({
      kind: "derived",
      data: {
        fact: atom('deny(c1, "labelled data, unapproved target")'),
        rule: 3,
        premises: [
          given("label(c1, pii)", 8),
          given('target(c1, "evil.example")', 9),
          { kind: "absent", data: atom('approved_sink("evil.example")') },
        ],
      },
    });
  });

  it(`${verifies("STRATA-CONF-08", "STRATA-EXP-01")}names the rule of each decision`, () => {
    const evaluation = run(CALL_POLICY, factsOf(CALL_FACTS));
    const ruleOf = (text: string) => {
      const proof = why(evaluation, atom(text));
      return proof.ok && proof.value.kind === "derived" ? proof.value.data.rule : null;
    };
    expect(ruleOf('deny(c3, "amount is not an integer")')).toBe(5);
    expect(ruleOf('require_approval(c2, "amount above 100")')).toBe(6);
    expect(ruleOf("limit_calls(op1, 5)")).toBe(8);
  });
});

describe("the worked example of plan logic", () => {
  it(`${verifies("STRATA-CONF-08", "STRATA-PLN-01")}derives exactly the listed rows`, () => {
    const evaluation = run(PLAN_LOGIC, factsOf(PLAN_FACTS), "json");
    const capabilities = ["bill", "crm", "erp", "orders"];
    expect(rowsOf(evaluation, "known", "has_input", "needs", "withhold", "reach", "prefer")).toEqual([
      ...capabilities.map((name) => `known(${name})`),
      ...capabilities.map((name) => `has_input(${name})`),
      "needs(bill, ledger)",
      "needs(bill, orders)",
      "needs(orders, ledger)",
      'withhold(bill, "a needed capability is missing")',
      "120 :: reach(account)",
      "0 :: reach(customer_id)",
      "350 :: reach(invoice)",
      "200 :: reach(order)",
      "350 :: prefer(bill)",
      "900 :: prefer(erp)",
    ]);
    const above = ["withhold", "reach", "prefer", "known", "needs"].filter((pred) => stratumOf(evaluation, pred) === 1);
    expect(above).toEqual(["withhold", "reach", "prefer"]);
  });

  it(`${verifies("STRATA-CONF-08", "STRATA-PLN-02", "STRATA-EXP-02")}spends the capabilities of the cheapest path`, () => {
    const evaluation = run(PLAN_LOGIC, factsOf(PLAN_FACTS));
    const proof = why(evaluation, atom("reach(invoice)"));
    if (!proof.ok) throw new Error(JSON.stringify(proof.diagnostics));
    expect(costLeaves(proof.value)).toEqual(["crm", "orders", "bill"]);
    expect(proof.value.kind === "derived" && proof.value.data.weight).toBe(350);
  });
});

/** Names in the `cap_cost` leaves of a proof, in post-order. */
function costLeaves(proof: Proof): string[] {
  if (proof.kind === "derived") {
    return proof.data.premises.flatMap((premise) => (premise.kind === "proof" ? costLeaves(premise.data) : []));
  }
  const [arg] = proof.data.fact.args;
  return proof.data.fact.pred === "cap_cost" && arg?.kind === "const" ? [arg.data.name] : [];
}
