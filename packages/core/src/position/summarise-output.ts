import { estimateTokens } from "../contract/estimate-tokens.js";
import { indexWords } from "./fact-words.js";
import { splitUnits, type TextUnit } from "./split-sentences.js";

/** Share of the room that headings may take. */
const HEADING_SHARE = 1 / 3;

/**
 * An earlier output cut to `maxTokens` (⌈bytes ÷ 4⌉) for a reader with the given question: the text itself when it fits,
 * else its headings and its sentences ranked by the question's words, in their own order (POS-FRM-04). Extractive: every
 * line of the result stands in the text. Linear but for sorting the sentences.
 */
export function summariseOutput(text: string, query: string, maxTokens: number): string {
  // POS-FRM-04: whole when it fits.
  if (estimateTokens(text) <= maxTokens) return text;
  const units = splitUnits(text);
  const textOf = (unit: TextUnit) => text.slice(unit.span[0], unit.span[1]);
  const chosen = new Set<TextUnit>();
  let room = maxTokens;
  const take = (unit: TextUnit, within: number): boolean => {
    // One token for the blank or line break that joins it to its neighbour.
    const cost = estimateTokens(textOf(unit)) + 1;
    if (cost > within) return false;
    chosen.add(unit);
    room -= cost;
    return true;
  };
  let headingRoom = Math.floor(maxTokens * HEADING_SHARE);
  for (const unit of units) {
    if (!unit.heading) continue;
    const before = room;
    if (take(unit, headingRoom)) headingRoom -= before - room;
  }
  const sentences = units.filter((unit) => !unit.heading);
  const ranked = rankUnits(sentences, textOf, query);
  for (const unit of ranked) take(unit, room);
  // One sentence longer than all the room there is: its beginning says more than nothing.
  if (chosen.size === 0) return beginningWithin(ranked[0] === undefined ? text : textOf(ranked[0]), maxTokens);
  return joinUnits(
    units.filter((unit) => chosen.has(unit)),
    textOf,
  );
}

/** Best first: rarer words of the question count more, ties by position. */
function rankUnits(units: readonly TextUnit[], textOf: (unit: TextUnit) => string, query: string): TextUnit[] {
  const wanted = new Set(indexWords(query));
  const spread = new Map<string, number>();
  const found = units.map((unit) => {
    const words = new Set(indexWords(textOf(unit)).filter((word) => wanted.has(word)));
    for (const word of words) spread.set(word, (spread.get(word) ?? 0) + 1);
    return { unit, words };
  });
  const scored = found.map(({ unit, words }) => {
    let score = 0;
    for (const word of words) score += Math.log(1 + units.length / (spread.get(word) as number));
    return { unit, score };
  });
  return scored.sort((a, b) => b.score - a.score || a.unit.span[0] - b.unit.span[0]).map(({ unit }) => unit);
}

/** The longest beginning within `maxTokens`, cut between words where there are some. */
function beginningWithin(text: string, maxTokens: number): string {
  let low = 0;
  let high = Math.min(text.length, 4 * maxTokens);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (estimateTokens(text.slice(0, middle)) <= maxTokens) low = middle;
    else high = middle - 1;
  }
  const unit = text.charCodeAt(low - 1);
  if (unit >= 0xd800 && unit < 0xdc00) low -= 1;
  const blank = text.lastIndexOf(" ", low);
  return text.slice(0, low < text.length && blank > low / 2 ? blank : low);
}

function joinUnits(units: readonly TextUnit[], textOf: (unit: TextUnit) => string): string {
  let joined = "";
  let line = -1;
  for (const unit of units) {
    if (joined !== "") joined += unit.line === line ? " " : "\n";
    joined += textOf(unit);
    line = unit.line;
  }
  return joined;
}
