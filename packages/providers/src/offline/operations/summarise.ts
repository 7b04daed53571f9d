import { type Answer, type Statement, stated, unknown } from "../answer/answer.js";
import { presence, type WordBag, wordBag } from "../answer/coverage.js";
import type { Passage } from "../frame/passage.js";
import type { Frame } from "../frame/read-frame.js";
import { PHRASES } from "../phrases.js";
import type { Term } from "../question/question.js";
import { readQuestion } from "../question/read-question.js";
import { splitUnits } from "../text/split-units.js";
import type { Unit } from "../text/unit.js";

/** Most statements, and the largest share of the material that they may be. */
const MOST = 8;
const SHARE = 0.5;
/** What a word of the request counts beside the words that many sentences share. */
const ASKED = 2;
/** The first sentence of a text says more than its place among equals. */
const FIRST = 1.15;

interface Weighed {
  readonly unit: Unit;
  readonly order: number;
  readonly score: number;
}

/** The central sentences of the material: those whose words most others have, every source at least once. */
export function summarise({ assignment, language, passages, material }: Frame): Answer {
  const sources: readonly Passage[] =
    material === "" ? passages : [{ ref: "request", path: "request", lines: null, headings: [], text: material }];
  const { terms } = readQuestion(assignment, language);
  const units = ofSubject(sources, terms, language)
    .flatMap((passage) => splitUnits(passage))
    .filter(({ kind, text }) => kind !== "heading" && kind !== "row" && text.length > 20);
  if (units.length === 0) return unknown(PHRASES[language].noEvidence);
  const bags = units.map(({ text }) => wordBag(text, language));
  const counts = new Map<string, number>();
  for (const { stems } of bags) for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const weighed = units.map((unit, order): Weighed => {
    const bag = bags[order] as WordBag;
    let score = 0;
    for (const stem of bag.stems) score += Math.log2(counts.get(stem) as number);
    for (const term of terms) score += ASKED * term.weight * presence(term, bag);
    // Long sentences have more words, not more to say.
    score /= Math.sqrt(bag.stems.size + 4);
    return { unit, order, score: order === 0 ? score * FIRST : score };
  });
  return stated(chosen(weighed).map(({ unit }): Statement => ({ unit, heading: null })));
}

/** Share of what a request names that a document's title and path have, so that it is meant alone; and how near others come. */
const MEANT = 0.5;
const AS_WELL = 0.8;

/** The documents that a request means by their titles ("the spring newsletter"); all where none is meant. */
function ofSubject(
  sources: readonly Passage[],
  terms: readonly Term[],
  language: Frame["language"],
): readonly Passage[] {
  const total = terms.reduce((sum, { weight }) => sum + weight, 0);
  const shares = new Map<string, number>();
  for (const { path, headings, text, lines } of sources) {
    const first = lines?.start === 1 ? (text.split("\n")[0] ?? "") : "";
    const bag = wordBag([path.replace(/[/._-]+/g, " "), headings[0] ?? "", first].join("\n"), language);
    const share = terms.reduce((sum, term) => sum + term.weight * presence({ ...term, isName: false }, bag), 0) / total;
    shares.set(path, Math.max(shares.get(path) ?? 0, share));
  }
  const best = Math.max(...shares.values());
  return total > 0 && best >= MEANT
    ? sources.filter(({ path }) => (shares.get(path) as number) >= best * AS_WELL)
    : sources;
}

function chosen(weighed: readonly Weighed[]): Weighed[] {
  const total = weighed.reduce((sum, { unit }) => sum + unit.text.length, 0);
  const best = [...weighed].sort((a, b) => b.score - a.score || a.order - b.order);
  const kept = new Set<Weighed>();
  const paths = new Set<string>();
  for (const entry of best) {
    if (paths.has(entry.unit.passage.path) || kept.size === MOST) continue;
    paths.add(entry.unit.passage.path);
    kept.add(entry);
  }
  let length = [...kept].reduce((sum, { unit }) => sum + unit.text.length, 0);
  for (const entry of best) {
    if (kept.size === MOST) break;
    if (kept.has(entry) || length + entry.unit.text.length > total * SHARE) continue;
    kept.add(entry);
    length += entry.unit.text.length;
  }
  return [...kept].sort((a, b) => a.order - b.order);
}
