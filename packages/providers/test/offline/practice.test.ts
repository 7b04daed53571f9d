import { fileURLToPath } from "node:url";
import { runPositioned } from "@pelorus/core";
import { documentTools } from "@pelorus/core/documents";
import { offlineModel, saysUnknown } from "@pelorus/providers/offline";
import { describe, expect, it } from "vitest";
import { type ProofQuestion, readCorpus } from "../questions/proof-set.js";
import { scoreAnswer, summariseScores } from "../questions/score-answers.js";
import { DATA_QUESTIONS } from "./data-questions.js";
import { MUSEUM_QUESTIONS } from "./museum-questions.js";
import { PRACTICE_QUESTIONS } from "./practice-questions.js";
import { quotedAnswer } from "./quoted-answer.js";
import { VARIED_MUSEUM_QUESTIONS, VARIED_QUESTIONS } from "./varied-questions.js";

const documents = fileURLToPath(new URL("documents", import.meta.url));
const museum = fileURLToPath(new URL("../../../../examples/demo-documents", import.meta.url));

interface PracticeSet {
  readonly name: string;
  readonly questions: readonly ProofQuestion[];
  readonly folder: string;
  /** Shares that were reached: no change may fall below them. */
  readonly floor: { readonly keyFact: number; readonly recognised: number; readonly verbatim: number };
}

/** Questions the model was made with. They prove nothing about other documents; they tell when something is lost. */
const SETS: readonly PracticeSet[] = [
  {
    name: "prose",
    questions: PRACTICE_QUESTIONS,
    folder: documents,
    floor: { keyFact: 0.9, recognised: 0.86, verbatim: 1 },
  },
  {
    name: "data",
    questions: DATA_QUESTIONS,
    folder: documents,
    floor: { keyFact: 0.82, recognised: 0.93, verbatim: 1 },
  },
  {
    name: "museum",
    questions: MUSEUM_QUESTIONS,
    folder: museum,
    floor: { keyFact: 0.78, recognised: 0.76, verbatim: 1 },
  },
  {
    name: "varied",
    questions: VARIED_QUESTIONS,
    folder: documents,
    floor: { keyFact: 0.6, recognised: 0.95, verbatim: 1 },
  },
  {
    name: "varied museum",
    questions: VARIED_MUSEUM_QUESTIONS,
    folder: museum,
    floor: { keyFact: 0.54, recognised: 0.95, verbatim: 0.95 },
  },
];

describe("the embedded model on the sets it was made with", () => {
  it.each(SETS.map((set) => [set.name, set] as const))(
    "answers no less than before, and only in the words of its sources: %s",
    async (_, { name, questions, folder, floor }) => {
      const corpus = readCorpus(folder);
      const tools = documentTools(folder);
      const model = offlineModel();
      const scores = [];
      for (const question of questions) {
        const { text } = await runPositioned(question.question, { model, tools });
        scores.push(
          scoreAnswer(
            question,
            quotedAnswer(text, (path) => corpus.has(path)),
            { corpus, saysUnknown },
          ),
        );
      }
      const { keyFactShare, recognisedShare, verbatimShare } = summariseScores(scores);
      console.info(
        `${name}: ${questions.length}, key fact ${keyFactShare.toFixed(3)}, recognised ${recognisedShare.toFixed(3)}`,
      );
      expect(verbatimShare).toBeGreaterThanOrEqual(floor.verbatim);
      expect(keyFactShare).toBeGreaterThanOrEqual(floor.keyFact);
      expect(recognisedShare).toBeGreaterThanOrEqual(floor.recognised);
    },
    300_000,
  );
});
