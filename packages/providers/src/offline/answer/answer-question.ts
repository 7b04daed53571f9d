import type { Passage } from "../frame/passage.js";
import type { Frame } from "../frame/read-frame.js";
import type { Language } from "../language/function-words.js";
import { PHRASES } from "../phrases.js";
import { comparedItems } from "../question/compared-items.js";
import type { Question } from "../question/question.js";
import { readQuestion } from "../question/read-question.js";
import { findList } from "./find-list.js";
import { isAnswered } from "./is-answered.js";
import { type RankedUnit, rankUnits } from "./rank-units.js";
import { type Statement, writeStatements, writeSteps } from "./write-statements.js";

/** Most statements and characters of one answer. */
const MOST_STATEMENTS = 4;
const MOST_CHARACTERS = 900;
/** A further statement has at least this share of the best one's score. */
const CLOSE_ENOUGH = 0.8;
/** Units that are looked at for an answer. */
const CANDIDATES = 12;
/** Statements about each of several things that are compared. */
const PER_ITEM = 2;

/** An answer, or that there is none. */
export interface Answer {
  readonly text: string;
  readonly isKnown: boolean;
}

/** Answers a question from the evidence of a frame: the statements that say it, each with its source. */
export function answerQuestion(frame: Frame): Answer {
  const { passages, language, assignment } = frame;
  const { unknown, noEvidence } = PHRASES[language];
  if (passages.length === 0) return { text: noEvidence, isKnown: false };
  const question = readQuestion(assignment, language);
  if (question.isProcedure) {
    const steps = findList(question, passages);
    if (steps.length > 0) return { text: writeSteps(steps), isKnown: true };
  }
  const compared = answerEach(assignment, language, passages);
  if (compared !== null) return { text: writeStatements(compared), isKnown: true };
  const answering = answersTo(question, passages);
  if (answering.length === 0) return { text: unknown, isKnown: false };
  return { text: writeStatements(withinLimits(answering, MOST_STATEMENTS)), isKnown: true };
}

/** Statements about every thing that is compared; null where none is, or one has no answer. */
function answerEach(text: string, language: Language, passages: readonly Passage[]): Statement[] | null {
  const items = comparedItems(text);
  if (items === null) return null;
  const statements: Statement[] = [];
  for (const single of items.questions) {
    const answering = answersTo(readQuestion(single, language, { compares: true }), passages);
    if (answering.length === 0) return null;
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

function answersTo(question: Question, passages: readonly Passage[]): RankedUnit[] {
  return rankUnits(question, passages)
    .slice(0, CANDIDATES)
    .filter((entry) => isAnswered(question, entry));
}

function withinLimits(answering: readonly RankedUnit[], most: number): Statement[] {
  const kept: Statement[] = [];
  let characters = 0;
  const least = (answering[0] as RankedUnit).score * CLOSE_ENOUGH;
  for (const { unit, score, fromHeading } of answering) {
    if (kept.length === most || score < least) break;
    characters += unit.text.length + unit.passage.ref.length + 4;
    if (kept.length > 0 && characters > MOST_CHARACTERS) break;
    kept.push({ unit, heading: fromHeading });
  }
  return kept;
}
