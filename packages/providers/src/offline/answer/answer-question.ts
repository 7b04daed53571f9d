import type { Passage } from "../frame/passage.js";
import type { Language } from "../language/function-words.js";
import { PHRASES } from "../phrases.js";
import { comparedItems } from "../question/compared-items.js";
import { listedNames } from "../question/listed-names.js";
import type { Question } from "../question/question.js";
import { severalQuestions } from "../question/question-zones.js";
import { readQuestion } from "../question/read-question.js";
import { namesIn } from "../question/value-kinds.js";
import { splitUnits } from "../text/split-units.js";
import type { Unit } from "../text/unit.js";
import { withNeighbours } from "./add-neighbours.js";
import { type Answer, type Statement, stated, unknown } from "./answer.js";
import { answerChain, isAbout, saysName } from "./answer-chain.js";
import { isContrary } from "./contrast.js";
import { presence, wordBag } from "./coverage.js";
import { findList } from "./find-list.js";
import { fitOf } from "./fit.js";
import { followRole } from "./follow-role.js";
import { isAnswered, isOffTopic } from "./is-answered.js";
import { isKnownElsewhere } from "./known-elsewhere.js";
import { type RankedUnit, rankUnits } from "./rank-units.js";
import { selectRows } from "./select-rows.js";

/** Most statements and characters of one answer. */
const MOST_STATEMENTS = 4;
const MOST_CHARACTERS = 900;
/** A further statement has at least this share of the best one's score. */
const CLOSE_ENOUGH = 0.8;
/** From here on a unit fits a question that it does not answer word by word; a number beside what it counts fits sooner. */
const FITS = 1.3;
const COUNTED_FITS = 1;
/** Fits that differ by less say the same. */
const ALIKE = 0.3;
/** Units that are looked at for an answer. */
const CANDIDATES = 12;
/** From here on a statement has a word of the name of a thing. */
const NAMED = 0.6;
/** Statements about each of several things that are compared. */
const PER_ITEM = 2;

/**
 * Answers a question from evidence: the statements that say it, or that none does. Of several questions each is answered,
 * and those that nothing answers are named.
 */
export function answerQuestion(text: string, language: Language, passages: readonly Passage[]): Answer {
  if (passages.length === 0) return unknown(PHRASES[language].noEvidence);
  const questions = severalQuestions(text);
  if (questions.length === 0) return answerOne(text, language, passages);
  const statements: Statement[] = [];
  const unanswered: string[] = [];
  for (const question of questions) {
    const answer = answerOne(question, language, passages);
    if (!answer.isKnown) unanswered.push(question);
    for (const statement of answer.statements) {
      if (!statements.some(({ unit }) => unit.text === statement.unit.text)) statements.push(statement);
    }
  }
  if (statements.length === 0) return answerOne(text, language, passages);
  const { unansweredOf } = PHRASES[language];
  return stated(statements, unanswered.length === 0 ? {} : { text: `${unansweredOf} ${unanswered.join(" ")}` });
}

function answerOne(text: string, language: Language, passages: readonly Passage[]): Answer {
  const question = readQuestion(text, language);
  if (question.isProcedure) {
    const steps = findList(question, passages);
    if (steps.length > 0)
      return stated(
        steps.map((unit) => ({ unit, heading: null })),
        { layout: "steps" },
      );
  }
  const compared = answerEach(text, language, passages);
  if (compared !== null) return stated(compared);
  const chained = answerChain(text, language, passages, (single) => firstAnswers(single, language, passages));
  if (chained !== null) return stated(chained);
  const listed = answerListed(text, language, passages);
  if (listed !== null) return listed;
  const selected = selectRows(
    question,
    passages.flatMap((passage) => splitUnits(passage)),
  );
  if (selected.length > 0) return stated(selected.map((unit) => ({ unit, heading: null })));
  const answering = answersTo(question, passages);
  if (answering.length === 0) return unknown(PHRASES[language].unknown);
  const asksName = question.asks === "person" || question.asks === "name";
  const names = new Set(asksName ? passages.flatMap(({ text }) => namesIn(text)) : []);
  const statements = withNeighbours(question, withinLimits(answering, MOST_STATEMENTS), names);
  const held = heldBy(question, statements, passages);
  return stated(held === null ? statements : [...statements, held]);
}

/** What is said of every thing that a text lists by name; null where it lists none, or nothing is said of any. */
function answerListed(text: string, language: Language, passages: readonly Passage[]): Answer | null {
  const list = listedNames(text);
  if (list === null) return null;
  const statements: Statement[] = [];
  const unsaid: string[] = [];
  for (const [at, name] of list.names.entries()) {
    const answers = firstAnswers(list.questions[at] as string, language, passages);
    const answer =
      answers.find(({ unit }) => isAbout(unit.text, name)) ?? answers.find(({ unit }) => saysName(unit.text, name));
    if (answer === undefined) unsaid.push(name);
    else if (!statements.some(({ unit }) => unit.text === answer.unit.text)) statements.push(answer);
  }
  if (statements.length === 0) return null;
  return stated(statements, unsaid.length === 0 ? {} : { text: `${PHRASES[language].unsaidOf} ${unsaid.join(", ")}.` });
}

function firstAnswers(text: string, language: Language, passages: readonly Passage[]): Statement[] {
  return answersTo(readQuestion(text, language), passages).map(({ unit, fromHeading }) => ({
    unit,
    heading: fromHeading,
  }));
}

/** Who has the role that the first statement names in place of a person. */
function heldBy(question: Question, [first]: readonly Statement[], passages: readonly Passage[]): Statement | null {
  if (first === undefined || question.asks !== "person") return null;
  const names = new Set(passages.flatMap(({ text }) => namesIn(text)));
  const units = passages.flatMap((passage) => splitUnits(passage));
  const unit = followRole(question, first.unit, units, names);
  return unit === null ? null : { unit, heading: null };
}

/** Statements about every thing that a text compares; null where it names none, or one has no answer. */
export function answerEach(text: string, language: Language, passages: readonly Passage[]): Statement[] | null {
  const items = comparedItems(text);
  if (items === null) return null;
  const statements: Statement[] = [];
  for (const single of items.questions) {
    const answering = answersTo(readQuestion(single, language, { compares: true }), passages);
    if (answering.length === 0) return answerTogether(text, items.names, language, passages);
    for (const statement of withinLimits(answering, PER_ITEM)) {
      if (
        !statements.some(({ unit }) => unit.text === statement.unit.text && unit.passage === statement.unit.passage)
      ) {
        statements.push(statement);
      }
    }
  }
  return statements;
}

/** One statement about all things that a text compares: it has the words of each, and a number for each. */
function answerTogether(
  text: string,
  names: readonly string[],
  language: Language,
  passages: readonly Passage[],
): Statement[] | null {
  const question = readQuestion(text, language, { compares: true });
  const bags = names.map((name) => readQuestion(name, language).terms);
  const entry = rankUnits(question, passages)
    .slice(0, CANDIDATES)
    .find(({ unit }) => {
      if (unit.kind === "heading" || unit.kind === "row") return false;
      const bag = wordBag(unit.text, language);
      const hasAll = bags.every((terms) => terms.length > 0 && terms.every((term) => presence(term, bag) >= NAMED));
      return hasAll && (unit.text.match(/\p{N}+(?:[.,]\p{N}+)*/gu) ?? []).length >= names.length;
    });
  return entry === undefined ? null : [{ unit: entry.unit, heading: entry.fromHeading }];
}

/** The units that answer: those that say all that is asked, and those that fit well enough, in the order of their rank. */
function answersTo(question: Question, passages: readonly Passage[]): RankedUnit[] {
  const ranked = rankUnits(question, passages);
  const candidates = ranked.slice(0, CANDIDATES).filter((entry) => !isKnownElsewhere(question, entry, ranked));
  const fits = candidates.map((entry) => {
    const fit = fitOf(question, entry);
    return fit === null || isOffTopic(question, entry.unit) || isContrary(question, entry.unit) ? null : fit;
  });
  const best = Math.max(...fits.map((fit) => fit ?? 0));
  const least = Math.max(question.counted === null ? FITS : COUNTED_FITS, best - ALIKE);
  return candidates.filter((entry, at) => isAnswered(question, entry) || (fits[at] ?? 0) >= least);
}

function withinLimits(answering: readonly RankedUnit[], most: number): Statement[] {
  const kept: Statement[] = [];
  let characters = 0;
  const least = (answering[0] as RankedUnit).score * CLOSE_ENOUGH;
  const isKept = (unit: Unit): boolean => kept.some((known) => known.unit === unit);
  for (const { unit, score, fromHeading, support } of answering) {
    if (kept.length >= most || score < least) break;
    characters += unit.text.length + unit.passage.ref.length + 4;
    if (kept.length > 0 && characters > MOST_CHARACTERS) break;
    if (support !== null && !isKept(support)) kept.push({ unit: support, heading: null });
    if (!isKept(unit)) kept.push({ unit, heading: fromHeading });
  }
  return kept;
}
