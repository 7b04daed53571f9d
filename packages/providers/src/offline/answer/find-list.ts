import type { Passage } from "../frame/passage.js";
import type { Question } from "../question/question.js";
import { splitUnits } from "../text/split-units.js";
import type { Unit } from "../text/unit.js";
import { presence, wordBag } from "./coverage.js";

/** Least share of the question's weight that a list and what stands above it must have. */
const ENOUGH = 0.6;
/** What stands above a list says what it is for; its items say it less surely. */
const IN_ITEMS = 0.8;
const ABSENT = 0.25;

/** The items of the list that a procedure asks for, in order; empty when no list is about it. */
export function findList(question: Question, passages: readonly Passage[]): Unit[] {
  let best: Unit[] = [];
  let bestScore = ENOUGH;
  for (const passage of passages) {
    for (const items of listsOf(splitUnits(passage))) {
      const score = scoreOf(question, items);
      if (score <= bestScore && !(score === bestScore && items.length > best.length)) continue;
      best = items;
      bestScore = score;
    }
  }
  return best;
}

function listsOf(units: readonly Unit[]): Unit[][] {
  const lists = new Map<string, Unit[]>();
  for (const unit of units) {
    if (unit.kind !== "item") continue;
    const key = `${unit.block}\n${unit.headings.join("\n")}`;
    lists.set(key, [...(lists.get(key) ?? []), unit]);
  }
  return [...lists.values()].filter((items) => items.length > 1);
}

function scoreOf({ terms, language }: Question, items: readonly Unit[]): number {
  const [first] = items as [Unit];
  const above = wordBag(
    [...first.headings, first.lead, first.passage.path.replace(/[/._-]/g, " ")].join("\n"),
    language,
  );
  const inside = wordBag(items.map(({ text }) => text).join("\n"), language);
  let total = 0;
  let covered = 0;
  for (const term of terms) {
    const value = Math.max(presence(term, above), presence(term, inside) * IN_ITEMS);
    if (value < ABSENT && (term.isName || ((term.role === "head" || term.role === "act") && term.weight >= 1)))
      return 0;
    total += term.weight;
    covered += term.weight * value;
  }
  return total === 0 ? 0 : covered / total;
}
