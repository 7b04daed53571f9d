import type { ProofQuestion } from "./proof-set.js";

/** An answer as a run gives it: its text and the paths of the documents it names as its sources. */
export interface GivenAnswer {
  readonly text: string;
  readonly sourceIds: readonly string[];
}

/** What the deterministic scorer found out about one answer. */
export interface AnswerScore {
  readonly id: string;
  readonly kind: ProofQuestion["kind"];
  readonly form: string;
  /** The answer is the model's statement that it cannot answer. */
  readonly saysUnknown: boolean;
  /** The key fact (or all of them, where all are required) stands in the answer, and the answer is no such statement. */
  readonly containsKeyFact: boolean;
  /** The answer names one of the question's sources, so that a key fact is not found in the wrong document by chance. */
  readonly namesRightSource: boolean;
  /** Sentences of the answer that stand in none of the sources it names. Empty for a statement of inability. */
  readonly unsupported: readonly string[];
  /** Named sources that the corpus does not have. */
  readonly unknownSources: readonly string[];
  /** The answer is no longer than the limit; without one, quoting whole documents would answer everything. */
  readonly concise: boolean;
  /** Answerable: key fact, from the right source, concise, every sentence supported. Unanswerable: said to be so. */
  readonly right: boolean;
}

/** Shares in [0, 1] over a set of scores; a share over nothing is 1. */
export interface ScoreSummary {
  readonly answerable: number;
  readonly unanswerable: number;
  /** Of the answerable ones: the key fact is contained, from the right source, and the answer is concise. */
  readonly keyFactShare: number;
  /** Of the unanswerable ones: said to be so. */
  readonly recognisedShare: number;
  /** Of the answers that are no statement of inability: every sentence stands verbatim in a named source. */
  readonly verbatimShare: number;
  readonly misses: readonly AnswerScore[];
}

export interface ScoreOptions {
  readonly corpus: ReadonlyMap<string, string>;
  /** Recognises the model's statement that it cannot answer; handed in by the model's package. */
  readonly saysUnknown: (text: string) => boolean;
  /** Longest concise answer in characters; 1,200, about eight sentences. */
  readonly maximumCharacters?: number;
}

/** Scores one answer. Deterministic: the same inputs give the same score. */
export function scoreAnswer(question: ProofQuestion, answer: GivenAnswer, options: ScoreOptions): AnswerScore {
  const { corpus, maximumCharacters = 1200 } = options;
  const saysUnknown = options.saysUnknown(answer.text);
  const unknownSources = answer.sourceIds.filter((id) => !corpus.has(id));
  const named = answer.sourceIds.flatMap((id) => corpus.get(id) ?? []).map(collapseSpace);
  const unsupported = saysUnknown
    ? []
    : answerSentences(answer.text).filter((sentence) => !isSupported(sentence, named));

  const flatAnswer = collapseSpace(answer.text).toLowerCase();
  const found = (fact: string) => standsIn(collapseSpace(fact).toLowerCase(), flatAnswer);
  const containsKeyFact =
    !saysUnknown &&
    question.keyFacts.length > 0 &&
    (question.require === "all" ? question.keyFacts.every(found) : question.keyFacts.some(found));
  const namesRightSource = question.sources.some((id) => answer.sourceIds.includes(id));
  const concise = answer.text.length <= maximumCharacters;
  const supported = unsupported.length === 0 && unknownSources.length === 0;
  return {
    id: question.id,
    kind: question.kind,
    form: question.form,
    saysUnknown,
    containsKeyFact,
    namesRightSource,
    unsupported,
    unknownSources,
    concise,
    right: question.kind === "answerable" ? containsKeyFact && namesRightSource && concise && supported : saysUnknown,
  };
}

/** Sums up the scores of one proof run. */
export function summariseScores(scores: readonly AnswerScore[]): ScoreSummary {
  const answerable = scores.filter((score) => score.kind === "answerable");
  const unanswerable = scores.filter((score) => score.kind === "unanswerable");
  const answered = scores.filter((score) => !score.saysUnknown);
  return {
    answerable: answerable.length,
    unanswerable: unanswerable.length,
    keyFactShare: share(answerable, hasKeyFact),
    recognisedShare: share(unanswerable, (score) => score.saysUnknown),
    verbatimShare: share(answered, (score) => score.unsupported.length === 0 && score.unknownSources.length === 0),
    misses: scores.filter((score) => !score.right),
  };
}

/**
 * The sentences of an answer, without what only lays the answer out: list marks at the start of a line and source marks
 * such as `[2]`. A sentence may go over several lines, never over a blank line or into a list item.
 */
export function answerSentences(text: string): readonly string[] {
  const blocks: string[] = [];
  let open = false;
  for (const line of withoutSourceMarks(text).split(/\r?\n/)) {
    const mark = /^\s*(?:[-*•]|\d{1,3}[.)])\s+/.exec(line);
    const content = (mark === null ? line : line.slice(mark[0].length)).trim();
    if (content === "") {
      open = false;
    } else if (open && mark === null) {
      blocks[blocks.length - 1] += `\n${content}`;
    } else {
      blocks.push(content);
      open = true;
    }
  }
  return blocks.flatMap((block) => block.split(/(?<=[.!?])\s+/)).filter(saysSomething);
}

/** A sentence is supported when it stands whole in one source, or, being rows of data, line by line in one source. */
function isSupported(sentence: string, sources: readonly string[]): boolean {
  const whole = collapseSpace(sentence);
  const lines = sentence.split("\n").filter(saysSomething).map(collapseSpace);
  return sources.some((source) => standsIn(whole, source) || lines.every((line) => standsIn(line, source)));
}

function saysSomething(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

function withoutSourceMarks(text: string): string {
  return text.replaceAll(/ ?\[\d{1,3}\]/g, "");
}

/** Whether `needle` stands in `text` as whole words: "14 days" does not stand in "114 days", nor "4 day" in "14 days". */
function standsIn(needle: string, text: string): boolean {
  if (needle === "") return false;
  for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + 1)) {
    if (!joins(text[at - 1], needle[0]) && !joins(needle.at(-1), text[at + needle.length])) return true;
  }
  return false;
}

function joins(left: string | undefined, right: string | undefined): boolean {
  return left !== undefined && right !== undefined && saysSomething(left) && saysSomething(right);
}

function collapseSpace(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

function hasKeyFact(score: AnswerScore): boolean {
  return score.containsKeyFact && score.namesRightSource && score.concise;
}

function share<T>(items: readonly T[], holds: (item: T) => boolean): number {
  return items.length === 0 ? 1 : items.filter(holds).length / items.length;
}
