import { describe, expect, it } from "vitest";
import { type ProofQuestion, readCorpus, readQuestions } from "./proof-set.js";
import { scoreAnswer } from "./score-answers.js";

const corpus = readCorpus();
const questions = readQuestions();
const answerable = questions.filter((question) => question.kind === "answerable");
const unanswerable = questions.filter((question) => question.kind === "unanswerable");
const labels = (of: readonly ProofQuestion[]) => of.map((question) => question.id);

describe("the corpus", () => {
  it("has at least 28 documents of at least six forms", () => {
    expect(corpus.size).toBeGreaterThanOrEqual(28);
    const extensions = new Set([...corpus.keys()].map((path) => path.slice(path.lastIndexOf("."))));
    expect(extensions.size).toBeGreaterThanOrEqual(6);
  });

  it("has documents of 150 to 900 words", () => {
    const sizes = [...corpus].map(([path, text]) => [path, text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0] as const);
    expect(sizes.filter(([, words]) => words < 150 || words > 900)).toEqual([]);
  });
});

describe("the questions", () => {
  it("are at least 66, a third of them unanswerable", () => {
    expect(questions.length).toBeGreaterThanOrEqual(66);
    expect(unanswerable.length / questions.length).toBeCloseTo(1 / 3, 2);
  });

  it("have ids and wordings of their own", () => {
    expect(new Set(labels(questions)).size).toBe(questions.length);
    expect(new Set(questions.map((question) => question.question)).size).toBe(questions.length);
  });

  it("name key facts and sources exactly where there is an answer", () => {
    expect(labels(answerable.filter((q) => q.keyFacts.length === 0 || q.sources.length === 0))).toEqual([]);
    expect(labels(unanswerable.filter((q) => q.keyFacts.length > 0 || q.sources.length > 0))).toEqual([]);
  });

  it("draw on most of the corpus", () => {
    const used = new Set(questions.flatMap((question) => question.sources));
    expect([...used].filter((path) => !corpus.has(path))).toEqual([]);
    expect(used.size).toBeGreaterThanOrEqual(28);
  });

  // A key fact is sought here by the scorer itself, so that no question is lost to a difference in normalisation.
  it.each(answerable)("$id: every key fact stands in a listed source, and no source is idle", (question) => {
    for (const fact of question.keyFacts) {
      expect(
        question.sources.filter((path) => contains(question, [fact], path)),
        fact,
      ).not.toEqual([]);
    }
    for (const path of question.sources) {
      expect(
        question.keyFacts.some((fact) => contains(question, [fact], path)),
        path,
      ).toBe(true);
    }
  });

  it("give no key fact away in the question", () => {
    const given = (question: ProofQuestion) =>
      scoreAnswer(question, { text: question.question, sourceIds: [] }, { corpus, saysUnknown: () => false });
    expect(answerable.filter((question) => given(question).containsKeyFact).map(({ id }) => id)).toEqual([]);
  });
});

function contains(question: ProofQuestion, keyFacts: readonly string[], path: string): boolean {
  const answer = { text: corpus.get(path) ?? "", sourceIds: [path] };
  return scoreAnswer({ ...question, keyFacts }, answer, { corpus, saysUnknown: () => false }).containsKeyFact;
}
