import type { Question } from "../question/question.js";
import { splitUnits } from "../text/split-units.js";
import type { Unit } from "../text/unit.js";
import type { Statement } from "./answer.js";
import { isContrary } from "./contrast.js";
import { givesValue } from "./gives-value.js";
import { isOffTopic } from "./is-answered.js";

/** Statements of an answer that stand beside its first, at most. */
const MOST_BESIDE = 2;
const MOST_CHARACTERS = 900;
/** Kinds of units that hang together with those beside them. */
const PROSE: ReadonlySet<Unit["kind"]> = new Set(["sentence"]);

/**
 * The statements of an answer with those that stand right behind the first in its paragraph and give a value of the asked kind
 * too: a rule and its exception, one thing and the other. In the order of the document.
 */
export function withNeighbours(
  question: Question,
  statements: readonly Statement[],
  names: ReadonlySet<string>,
): Statement[] {
  const [first] = statements;
  if (first === undefined || question.asks === null || !PROSE.has(first.unit.kind)) return [...statements];
  const units = splitUnits(first.unit.passage);
  const at = units.findIndex(({ text, block }) => text === first.unit.text && block === first.unit.block);
  const result = [...statements];
  let characters = statements.reduce((sum, { unit }) => sum + unit.text.length + unit.passage.ref.length + 4, 0);
  let place = result.indexOf(first) + 1;
  for (const unit of at < 0 ? [] : units.slice(at + 1, at + 1 + MOST_BESIDE)) {
    if (unit.block !== first.unit.block || !PROSE.has(unit.kind)) break;
    if (result.some((known) => known.unit.text === unit.text)) {
      place = result.findIndex((known) => known.unit.text === unit.text) + 1;
      continue;
    }
    if (!givesValue(question, unit, names) || isContrary(question, unit) || isOffTopic(question, unit)) continue;
    characters += unit.text.length + unit.passage.ref.length + 4;
    if (characters > MOST_CHARACTERS) break;
    result.splice(place, 0, { unit, heading: first.heading });
    place += 1;
  }
  return result;
}
