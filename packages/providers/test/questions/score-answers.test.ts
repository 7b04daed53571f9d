import { describe, expect, it } from "vitest";
import type { ProofQuestion } from "./proof-set.js";
import { answerSentences, type GivenAnswer, scoreAnswer, summariseScores } from "./score-answers.js";

const corpus = new Map([
  ["lamp.md", "# Lamp\n\nThe lamp burns for 114 days.\nIt was\nmade in 1950. It does not float.\n"],
  ["boat.csv", "name,length\nSkiff,4\nPunt,6\nBarge,24\n"],
  ["steps.md", "1. Open the lid.\n2. Take out the wick.\n"],
]);
const unknownSentence = "The documents do not say.";
const options = { corpus, saysUnknown: (text: string) => text.startsWith(unknownSentence) };

function question(changes: Partial<ProofQuestion> = {}): ProofQuestion {
  return {
    id: "q",
    kind: "answerable",
    form: "lookup",
    question: "When was the lamp made?",
    keyFacts: ["1950"],
    require: "any",
    sources: ["lamp.md"],
    ...changes,
  };
}

const nothing = question({ kind: "unanswerable", keyFacts: [], sources: [] });
const score = (text: string, sourceIds: readonly string[] = ["lamp.md"], asked = question()) =>
  scoreAnswer(asked, { text, sourceIds } satisfies GivenAnswer, options);

describe("scoreAnswer", () => {
  it("accepts a sentence that the source wraps over two lines", () => {
    expect(score("It was made in 1950.")).toMatchObject({ containsKeyFact: true, unsupported: [], right: true });
  });

  it("accepts a sentence that the answer wraps where the source does not", () => {
    expect(score("It was made in 1950.\n\nThe lamp burns\nfor 114 days.").right).toBe(true);
  });

  it("refuses a paraphrase, although it has the key fact", () => {
    const result = score("They made it in 1950.");
    expect(result).toMatchObject({ containsKeyFact: true, unsupported: ["They made it in 1950."], right: false });
  });

  it("refuses a sentence with a changed number or a lost negation", () => {
    expect(score("The lamp burns for 115 days.").unsupported).toHaveLength(1);
    expect(score("It does float.").unsupported).toHaveLength(1);
  });

  it("refuses a sentence that stands only in a source that is not named", () => {
    expect(score("It was made in 1950.", ["boat.csv"])).toMatchObject({ containsKeyFact: true, right: false });
    expect(score("It was made in 1950.", [])).toMatchObject({ containsKeyFact: true, right: false });
  });

  it("does not join the end of one source and the start of another", () => {
    expect(score("It does not float. name,length", ["lamp.md", "boat.csv"]).unsupported).toEqual([]);
    expect(score("float name,length", ["lamp.md", "boat.csv"]).unsupported).toHaveLength(1);
  });

  it("does not count a key fact that another document has by chance", () => {
    const steps = question({ sources: ["steps.md"] });
    const result = score("It was made in 1950.", ["lamp.md"], steps);
    expect(result).toMatchObject({ containsKeyFact: true, namesRightSource: false, unsupported: [], right: false });
    expect(summariseScores([result]).keyFactShare).toBe(0);
  });

  it("reports a named source that does not exist", () => {
    const result = score("It was made in 1950.", ["lamp.md", "lamps.md"]);
    expect(result).toMatchObject({ unknownSources: ["lamps.md"], right: false });
  });

  it("finds key facts and sentences as whole words only, in any case", () => {
    const days = question({ keyFacts: ["14 days"] });
    expect(score("The lamp burns for 114 days.", ["lamp.md"], days).containsKeyFact).toBe(false);
    expect(score("The LAMP burns.", [], question({ keyFacts: ["lamp burns"] })).containsKeyFact).toBe(true);
    expect(score("14 days").unsupported).toEqual(["14 days"]);
  });

  it("wants all key facts of a comparison", () => {
    const longer = question({ keyFacts: ["Punt,6", "Barge,24"], require: "all", sources: ["boat.csv"] });
    expect(score("Punt,6", ["boat.csv"], longer).containsKeyFact).toBe(false);
    expect(score("Punt,6\nBarge,24", ["boat.csv"], longer).right).toBe(true);
  });

  it("accepts rows that do not follow each other in the source", () => {
    const boats = question({ keyFacts: ["Barge,24"], sources: ["boat.csv"] });
    expect(score("Skiff,4\nBarge,24", ["boat.csv"], boats).right).toBe(true);
    expect(score("Skiff,4\nBarge,25", ["boat.csv"], boats).unsupported).toEqual(["Skiff,4\nBarge,25"]);
  });

  it("overlooks list marks and source marks", () => {
    const steps = question({ keyFacts: ["take out the wick"], sources: ["steps.md"] });
    expect(score("1. Open the lid. [1]\n2. Take out the wick. [1]", ["steps.md"], steps).right).toBe(true);
    expect(score("- Take out the wick.\n- Throw it away.", ["steps.md"], steps).unsupported).toEqual([
      "Throw it away.",
    ]);
  });

  it("counts a statement of inability as no answer, whatever follows it", () => {
    const result = score(`${unknownSentence} It was made in 1950.`);
    expect(result).toMatchObject({ saysUnknown: true, containsKeyFact: false, unsupported: [], right: false });
  });

  it("wants unanswerable questions to be said so", () => {
    expect(score(unknownSentence, [], nothing).right).toBe(true);
    expect(score("It was made in 1950.", ["lamp.md"], nothing)).toMatchObject({ containsKeyFact: false, right: false });
  });

  it("does not reward an answer that quotes everything", () => {
    const all = [...corpus.values()].join("\n\n").repeat(20);
    expect(score(all, [...corpus.keys()])).toMatchObject({ containsKeyFact: true, concise: false, right: false });
  });

  it("counts an empty answer as wrong", () => {
    expect(score("", [])).toMatchObject({ containsKeyFact: false, right: false });
    expect(score("", [], nothing).right).toBe(false);
  });
});

describe("answerSentences", () => {
  it("cuts at sentence ends, items and blank lines, and drops what says nothing", () => {
    expect(answerSentences("A b. C\nd!\n\n- e\n2) f? g\n---\n")).toEqual(["A b.", "C\nd!", "e", "f?", "g\n---"]);
    expect(answerSentences(" \n***\n")).toEqual([]);
  });
});

describe("summariseScores", () => {
  it("computes the three shares and lists the misses", () => {
    const scores = [
      score("It was made in 1950."),
      score("Made in 1950."),
      score("The lamp burns for 114 days."),
      score(unknownSentence),
      score(unknownSentence, [], nothing),
      score("It does not float.", ["lamp.md"], nothing),
    ];
    const summary = summariseScores(scores);
    expect(summary).toMatchObject({ answerable: 4, unanswerable: 2, keyFactShare: 0.5, recognisedShare: 0.5 });
    expect(summary.verbatimShare).toBe(0.75);
    expect(summary.misses).toEqual([scores[1], scores[2], scores[3], scores[5]]);
  });

  it("leaves long answers out of the key-fact share", () => {
    const long = score("It was made in 1950. ".repeat(100));
    expect(long.unsupported).toEqual([]);
    expect(summariseScores([long])).toMatchObject({ keyFactShare: 0, verbatimShare: 1 });
  });
});
