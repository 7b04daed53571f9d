import type { Frame } from "../frame/read-frame.js";
import { PHRASES } from "../phrases.js";
import { readQuestion } from "../question/read-question.js";
import { isAnswered } from "./is-answered.js";
import { type RankedUnit, rankUnits } from "./rank-units.js";
import { writeStatements } from "./write-statements.js";

/** Most statements and characters of one answer. */
const MOST_STATEMENTS = 4;
const MOST_CHARACTERS = 900;
/** A further statement has at least this share of the best one's score. */
const CLOSE_ENOUGH = 0.85;

/** An answer, or that there is none. */
export interface Answer {
  readonly text: string;
  readonly isKnown: boolean;
}

/** Answers a question from the evidence of a frame: the statements that say it, each with its source. */
export function answerQuestion(frame: Frame): Answer {
  const question = readQuestion(frame.assignment, frame.language);
  const { unknown, noEvidence } = PHRASES[frame.language];
  if (frame.passages.length === 0) return { text: noEvidence, isKnown: false };
  const ranked = rankUnits(question, frame.passages);
  const [best] = ranked;
  if (best === undefined || !isAnswered(question, ranked)) return { text: unknown, isKnown: false };
  return { text: writeStatements(chosen(ranked, best)), isKnown: true };
}

function chosen(ranked: readonly RankedUnit[], best: RankedUnit): RankedUnit[] {
  const kept: RankedUnit[] = [];
  let characters = 0;
  for (const entry of ranked) {
    if (kept.length === MOST_STATEMENTS || entry.score < best.score * CLOSE_ENOUGH) break;
    characters += entry.unit.text.length + entry.unit.passage.ref.length + 4;
    if (kept.length > 0 && characters > MOST_CHARACTERS) break;
    kept.push(entry);
  }
  return kept;
}
