import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import type { StlOperation } from "../../src/contract/operation.js";
import { type CaseExtras, fact, verdictOn } from "./verify-case.js";

const PLAIN: readonly (readonly [StlOperation, string, string, CaseExtras?])[] = [
  ["RETRIEVE", "What is the capital of France?", "Paris."],
  ["RETRIEVE", "Who wrote Faust?", "Johann Wolfgang von Goethe", { facts: [fact("f1", "The office closes at 5 pm.")] }],
  ["RETRIEVE", "日本的首都是哪里？", "东京。", { language: "zh" }],
  ["RETRIEVE", "フランスの首都はどこですか？", "パリです。", { language: "ja" }],
  ["RETRIEVE", "Quelle est la capitale de l'Australie ?", "Canberra.", { language: "fr" }],
  ["RETRIEVE", "Столица Франции?", "Париж", { language: "ru" }],
  ["RETRIEVE", "List the planets.", "Mercury, Venus, Earth, Mars, Jupiter, Saturn, Uranus and Neptune."],
  ["ANALYSE", "How many legs do three spiders have together?", "24"],
  ["ANALYSE", "Solve: 3x + 5 = 20", "3x = 15, so x = 5."],
  [
    "GENERATE",
    "Write a haiku about rain",
    "Soft drops on the roof\nA grey morning holds its breath\nEarth drinks, and is still",
  ],
  [
    "GENERATE",
    "Schreibe ein Haiku über den Regen",
    "Tropfen auf dem Dach\nder Morgen hält den Atem\ndie Erde trinkt still",
    { language: "de" },
  ],
  ["GENERATE", "Напиши стих о море", "Волна бежит на берег вновь,\nи ветер ей поёт", { language: "ru" }],
  ["COMPARE", "Which is better for a beginner, Python or Java?", "Python. Its syntax is simpler."],
  ["VERIFY", "Is 91 prime?", "No, 91 = 7 × 13."],
  ["VERIFY", "Classify the sentiment: The room was dirty and the staff ignored us.", "Negative"],
  ["PLAN", "How do I boil an egg?", "Put it into boiling water for 9 minutes."],
  ["CLARIFY", "Book a table.", "For how many people and at what time should I book the table?"],
  [
    "TRANSFORM",
    "Translate to Spanish: I have three cats and 2 dogs.",
    "Tengo tres gatos y dos perros.",
    { form: { kind: "prose", language: "es" } },
  ],
  ["TRANSFORM", "Convert 5 km to miles.", "5 km is about 3.11 miles."],
  [
    "REVISE",
    "Improve this sentence: The results was good and we is happy.",
    "The results were good, and we are happy.",
  ],
  [
    "SYNTHESISE",
    "Summarise the discussion.",
    "The team agreed to ship on Friday.",
    {
      derived: [
        {
          stepId: "s1",
          text: "Omar: we can ship on Friday. Everyone agreed. The tests are green and the release notes are written.",
        },
      ],
    },
  ],
];

describe("plain answers", () => {
  it.each(PLAIN.map(([operation, request, output, extras]) => ({ operation, request, output, extras })))(
    `${verifies("POS-API-05", "POS-VER-03")}$operation $request → $output needs no revision`,
    ({ operation, request, output, extras }) => {
      const verdict = verdictOn(operation, request, output, extras);
      expect(verdict.checks.filter(({ outcome }) => outcome === "fail")).toEqual([]);
      expect(verdict.score).toBeGreaterThanOrEqual(0.75);
    },
  );
});
