import { fileURLToPath } from "node:url";
import { runPositioned } from "@pelorus/core";
import { documentTools } from "@pelorus/core/documents";
import { offlineModel, saysUnknown } from "@pelorus/providers/offline";
import { expect, it } from "vitest";
import { type ProofQuestion, readQuestions } from "../questions/proof-set.js";
import { DATA_QUESTIONS } from "./data-questions.js";
import { MUSEUM_QUESTIONS } from "./museum-questions.js";
import { PRACTICE_QUESTIONS } from "./practice-questions.js";

const here = fileURLToPath(new URL("documents", import.meta.url));
const demo = fileURLToPath(new URL("../../../../examples/demo-documents", import.meta.url));

/** A set that somebody else wrote: its documents and its questions. */
const folderOf = (set: string): string => fileURLToPath(new URL(`sets/${set}/documents`, import.meta.url));
const questionsOf = (set: string) => readQuestions(new URL(`sets/${set}/questions.json`, import.meta.url));

/** The questions the model's author works with, and the shares no change may fall below. */
const SETS: readonly (readonly [string, string, readonly ProofQuestion[], number, number])[] = [
  ["prose", here, PRACTICE_QUESTIONS, 0.91, 0.92],
  ["data", here, DATA_QUESTIONS, 0.88, 0.95],
  ["museum", demo, MUSEUM_QUESTIONS, 0.84, 0.87],
  // Most of these are told as people tell a trouble: a story, then a question in words no document has.
  ["services", folderOf("services"), questionsOf("services"), 0.5, 0.91],
  ["company", folderOf("company"), questionsOf("company"), 0.54, 0.86],
];

it.each(SETS)(
  "answers the practice questions over %s as often as before",
  async (_, folder, questions, known, unknown) => {
    const model = offlineModel();
    const tools = documentTools(folder);
    const right = { answerable: 0, unanswerable: 0 };
    const all = { answerable: 0, unanswerable: 0 };
    for (const { kind, question, keyFacts, require, sources } of questions) {
      const { text } = await runPositioned(question, { model, tools });
      const has = (fact: string): boolean => text.toLowerCase().includes(fact.toLowerCase());
      const isAnswer =
        (require === "all" ? keyFacts.every(has) : keyFacts.some(has)) &&
        sources.some((path) => text.includes(`[${path}`));
      all[kind] += 1;
      if (kind === "answerable" ? isAnswer && !saysUnknown(text) : saysUnknown(text)) right[kind] += 1;
    }
    expect(right.answerable / all.answerable).toBeGreaterThanOrEqual(known);
    expect(right.unanswerable / all.unanswerable).toBeGreaterThanOrEqual(unknown);
  },
);
