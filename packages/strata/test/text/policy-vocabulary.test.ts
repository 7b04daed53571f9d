import { describe, expect, it } from "vitest";
import { describeShared } from "../../../../test/support/shared.js";
import { verifies } from "../../../../test/support/verifies.js";
import { checkProgram, resolveProgram } from "../../src/check/check-program.js";
import { loadProgram, parseProgram } from "../../src/ir/json/load-program.js";
import { printProgram, programToJson } from "../../src/ir/json/print-program.js";
import type { Program } from "../../src/ir/program.js";
import {
  POLICY_DECISIONS,
  POLICY_VOCABULARY_TEXT,
  policyReserved,
  policyVocabulary,
} from "../../src/text/policy-vocabulary.js";
import { printText } from "../../src/text/print-text.js";
import { programOf } from "../ir/programs.js";

const asPolicy = { prelude: policyVocabulary(), reserved: policyReserved() };
const bare = (program: Program) => program.items.map(({ kind, data }) => ({ kind, data }));

/** A call policy: what may leave, what a person must see, and when the run ends. */
const CALL_POLICY = `@builtins.
pred has_target(call): Bool.
has_target(C) :- target(C, _).
deny(C, "labelled data, unapproved target") :- label(C, _), target(C, T), not approved_sink(T).
deny(C, "labelled data, no stated target") :- label(C, _), not has_target(C).
deny(C, "amount is not an integer") :- argument(C, amount, V), not is_int(V).
require_approval(C, "amount above 100") :- argument(C, amount, V), is_int(V), V > 100.
require_approval(C, destructive) :- proposed(C, _, K), capability(K, _, destructive).
limit_calls(Op, 5) :- operation(Op, _).
halt("token limit reached") :- tokens_spent(N), token_limit(M), N >= M.
`;

/** Plan logic: what a capability needs, and the cheapest way to a fact type. */
const PLAN_LOGIC = `pred needs(cap, cap): Bool.
pred known(cap): Bool.
pred has_input(cap): Bool.
pred reach(fact_type): Trop.
known(K) :- capability(K, _, _).
needs(A, B) :- requires(A, B).
needs(A, C) :- requires(A, B), needs(B, C).
withhold(A, "a needed capability is missing") :- offered(_, A), needs(A, B), not known(B).
has_input(K) :- consumes(K, _).
reach(F) :- have(F).
reach(G) :- produces(K, G), not has_input(K), cap_cost(K).
reach(G) :- produces(K, G), consumes(K, F), reach(F), cap_cost(K).
prefer(K) :- offered(_, K), produces(K, G), goal(G), consumes(K, F), reach(F), cap_cost(K).
`;

describe("the policy vocabulary", () => {
  it(`${verifies("STRATA-POL-04")}is a checked program without a warning, the same in JSON and text`, () => {
    const vocabulary = policyVocabulary();
    expect(checkProgram(vocabulary)).toEqual({ ok: true, value: vocabulary, diagnostics: [] });
    expect(bare(programOf(printText(vocabulary)))).toEqual(bare(vocabulary));
    expect(bare(programOf(POLICY_VOCABULARY_TEXT))).toEqual(bare(vocabulary));
    expect(parseProgram(printProgram(vocabulary))).toEqual({ ok: true, value: vocabulary, diagnostics: [] });
    expect(vocabulary.items.filter(({ kind }) => kind === "domain")).toHaveLength(15);
    expect(policyVocabulary()).toBe(vocabulary);
  });

  it(`${verifies("STRATA-POL-04")}reserves everything the runtime supplies: a policy cannot forge it`, () => {
    const reserved = policyReserved();
    expect(reserved).toContain("approved_sink");
    expect(reserved).toContain("approved");
    for (const decision of POLICY_DECISIONS) expect(reserved).not.toContain(decision);
    const declared = policyVocabulary().items.filter(({ kind }) => kind === "predicate").length;
    expect(reserved.length + POLICY_DECISIONS.length).toBe(declared);
    for (const forged of [
      'approved_sink("x").',
      "approved(C) :- proposed(C, _, _).",
      'input irreversible from "x.tsv".',
      "token_limit(9).",
    ]) {
      expect(
        checkProgram(programOf(forged), asPolicy).diagnostics.map(({ code }) => code),
        forged,
      ).toEqual([2018]);
    }
  });

  it(`${verifies("STRATA-POL-11")}lets a policy take its numbers from predicates of its own`, () => {
    const policy =
      'pred max_run_calls(int): Bool.\n@builtins. halt("too many calls") :- run_calls(N), max_run_calls(M), N >= M.';
    expect(checkProgram(programOf(policy), asPolicy)).toMatchObject({ ok: true, diagnostics: [] });
  });
});

describe("the worked policies", () => {
  it(`${verifies("STRATA-CONF-08")}are the same in both syntaxes, and check without a finding`, () => {
    for (const text of [CALL_POLICY, PLAN_LOGIC]) {
      const program = programOf(text);
      expect(checkProgram(program, asPolicy)).toMatchObject({ ok: true, diagnostics: [] });
      expect(printText(program)).toBe(text);
      const json = JSON.parse(printProgram({ ...program, items: bare(program) as Program["items"] }));
      const loaded = loadProgram(json);
      expect(loaded.ok && bare(loaded.value)).toEqual(bare(program));
      expect(loaded.ok && programToJson(loaded.value)).toEqual(json);
    }
  });

  it(`${verifies("STRATA-CONF-08", "STRATA-PLN-01", "STRATA-PLN-02")}have the strata their negations ask for`, () => {
    const strataOf = (text: string) => {
      const outcome = resolveProgram(programOf(text), asPolicy);
      if (!outcome.ok) throw new Error("does not check");
      return outcome.value.predicates.filter(({ stratum }) => stratum > 0).map(({ name, stratum }) => [name, stratum]);
    };
    expect(strataOf(CALL_POLICY)).toEqual([["deny", 1]]);
    expect(strataOf(PLAN_LOGIC)).toEqual([
      ["withhold", 1],
      ["prefer", 1],
      ["reach", 1],
    ]);
  });
});

describeShared("the normative vocabulary and worked policies", (read) => {
  const blocks = [...read("design/strata.md").matchAll(/^```(json)?\n([\s\S]*?)^```$/gm)].map(([, language, text]) => ({
    language,
    text: text ?? "",
  }));

  it(`${verifies("STRATA-POL-04")}are the vocabulary this package ships, declaration by declaration`, () => {
    const block = blocks.find(({ text }) => text.startsWith("domain point."));
    expect(bare(programOf(block!.text))).toEqual(bare(policyVocabulary()));
  });

  it(`${verifies("STRATA-CONF-08")}read the same from text and from JSON, and are written as they stand there`, () => {
    const documents = blocks.filter(({ language, text }) => language === "json" && text.startsWith('{"ir_version"'));
    expect(documents).toHaveLength(2);
    for (const document of documents) {
      const text = blocks[blocks.indexOf(document) - 1]!.text;
      const loaded = parseProgram(document.text);
      expect(loaded.ok && bare(loaded.value)).toEqual(bare(programOf(text)));
      expect(loaded.ok && printProgram(loaded.value)).toBe(JSON.stringify(JSON.parse(document.text)));
      expect(loaded.ok && checkProgram(loaded.value, asPolicy)).toMatchObject({ ok: true, diagnostics: [] });
    }
  });
});
