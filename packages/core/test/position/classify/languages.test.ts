import { describe, expect, it } from "vitest";
import { verifies } from "../../../../../test/support/verifies.js";
import { classifyRequest } from "../../../src/position/classify-request.js";
import { BUILT_IN_CUE_TABLES } from "../../../src/position/cue-tables/built-in.js";
import type { CueTable } from "../../../src/position/cue-tables/cue-table.js";
import { ENGLISH } from "../../../src/position/cue-tables/english.js";
import { negotiateDepth } from "../../../src/position/negotiate-depth.js";

describe("languages", () => {
  it.each([
    ["de", "Vergleiche Rust und Go und schreibe eine Empfehlung", ["COMPARE", "GENERATE"]],
    ["de", "Fasse den Vortrag zusammen und übersetze ihn", ["SYNTHESISE", "TRANSFORM"]],
    ["de", "Könntest du diesen Brief ins Englische übersetzen?", ["TRANSFORM"]],
    ["de", "Bevor du den Brief schreibst, suche die Adresse", ["RETRIEVE", "GENERATE"]],
    ["de", "Übersetze nicht den Brief, sondern prüfe ihn", ["VERIFY"]],
    ["fr", "Résume cet exposé et traduis le résumé", ["SYNTHESISE", "TRANSFORM"]],
    ["fr", "Ne traduis pas la lettre, résume-la seulement", ["SYNTHESISE"]],
    ["fr", "Fais un plan pour le déménagement", ["PLAN"]],
    ["es", "Compara estos dos teléfonos y escribe un informe", ["COMPARE", "GENERATE"]],
    ["es", "Traduce esta carta y luego resúmela", ["TRANSFORM", "SYNTHESISE"]],
    ["zh", "比较这两部手机，然后写一份报告", ["COMPARE", "GENERATE"]],
    ["zh", "不要翻译，只总结这封邮件", ["SYNTHESISE"]],
    ["ru", "Сравни эти два телефона и напиши письмо", ["COMPARE", "GENERATE"]],
    ["ja", "この手紙を英語に翻訳してください", ["TRANSFORM"]],
    ["ja", "二つの電話を比較して、報告書を書いてください", ["COMPARE", "GENERATE"]],
  ])(`${verifies("POS-CLS-13")}%s: %s`, (language, request, expected) => {
    const classification = classifyRequest(request);
    expect(classification.language).toBe(language);
    expect(classification.steps.map((step) => step.operation)).toEqual(expected);
  });

  it(`${verifies("POS-CLS-13")}reads a request in the language it is told`, () => {
    expect(classifyRequest("Plan", { language: "de-AT" }).language).toBe("de");
    expect(classifyRequest("Plan", { language: "en" }).language).toBe("en");
  });

  it(`${verifies("POS-CLS-13")}reads two languages in one request`, () => {
    const { operations } = classifyRequest(
      "Bitte vergleiche die beiden Verträge und dann please summarise the differences for our team",
    );
    expect(operations).toEqual(["COMPARE", "SYNTHESISE"]);
  });

  it(`${verifies("POS-CLS-13")}takes a table for a new language, and one in place of a built-in one, without code`, () => {
    const esperanto: CueTable = {
      language: "eo",
      verbPosition: "any",
      cues: { TRANSFORM: { verbs: ["traduku"] }, GENERATE: { verbs: ["verku"] } },
      negators: ["ne"],
      orderWords: { next: ["poste"] },
      lightVerbs: [],
      depthCues: {},
      stakes: {},
      stopWords: { determiners: ["la"], conjunctions: ["kaj"], prepositions: ["al", "en"], pronouns: ["ĝin"] },
    };
    const found = classifyRequest("Verku la leteron kaj poste traduku ĝin al la angla", { cueTables: [esperanto] });
    expect(found.language).toBe("eo");
    expect(found.operations).toEqual(["GENERATE", "TRANSFORM"]);
    const brief: CueTable = { ...esperanto, depthCues: { shallow: ["mallonge"], deep: ["profunde"] } };
    const depthOf = (request: string) => negotiateDepth(request, ["GENERATE"], { cueTables: [brief] })[0];
    expect(depthOf("Verku la leteron mallonge")).toBe("D1");
    expect(depthOf("Verku la leteron profunde")).toBe("D4");
    expect(negotiateDepth("Verku la leteron profunde", ["GENERATE"])[0]).not.toBe("D4");
    const replaced: CueTable = { ...ENGLISH, cues: { ...ENGLISH.cues, VERIFY: { verbs: ["eyeball"] } } };
    const options = { cueTables: [replaced], statistical: false };
    expect(classifyRequest("Eyeball the totals", options).operations).toEqual(["VERIFY"]);
    expect(classifyRequest("Verify the totals", options).confidence).toBe(0);
  });

  it(`${verifies("POS-CLS-13")}has tables for seven languages, each with cues for every operation`, () => {
    expect(BUILT_IN_CUE_TABLES.map((table) => table.language).sort()).toEqual([
      "de",
      "en",
      "es",
      "fr",
      "ja",
      "ru",
      "zh",
    ]);
    for (const table of BUILT_IN_CUE_TABLES) expect(Object.keys(table.cues)).toHaveLength(10);
  });
});
