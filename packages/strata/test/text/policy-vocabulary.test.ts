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
import { CALL_POLICY, PLAN_LOGIC } from "../worked-policies.js";

const asPolicy = { prelude: policyVocabulary(), reserved: policyReserved() };
const bare = (program: Program) => program.items.map(({ kind, data }) => ({ kind, data }));

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
