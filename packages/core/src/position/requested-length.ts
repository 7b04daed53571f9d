import type { RequestedForm } from "../contract/frame.js";
import {
  APPROXIMATIONS,
  EXACTNESS,
  LENGTH_LEADS,
  LENGTH_UNITS,
  LOWER_BOUNDS,
  LOWER_SUFFIXES,
  NUMBER_WORDS,
  RANGE_MARKS,
  RESULT_LEADS,
  SOURCE_LEADS,
  UNIT_FILLERS,
  UPPER_BOUNDS,
  UPPER_SUFFIXES,
} from "./requested-form-cues.js";

type Length = NonNullable<RequestedForm["length"]>;

/** How far a number of words may be missed when the request names it alone. */
const WORD_PLAY = 0.2;
/** Most words of a phrase that qualifies a number. */
const LONGEST_PHRASE = 4;

/** The length an instruction names, from its tokens; undefined where it names none. */
export function requestedLength(tokens: readonly string[], language?: string): RequestedForm["length"] {
  for (let at = 0; at < tokens.length; at += 1) {
    const first = numberOf(tokens[at]);
    if (first === null) continue;
    const second = RANGE_MARKS.has(tokens[at + 1] ?? "") ? numberOf(tokens[at + 2]) : null;
    const unitAt = skip(tokens, at + (second === null ? 1 : 3));
    const unit = unitOf(tokens[unitAt], language);
    if (unit === null) continue;
    if (second !== null) return { unit, min: Math.min(first, second), max: Math.max(first, second) };
    const length = bounded(tokens, at, unitAt, first, unit);
    if (length !== null) return length;
  }
  return undefined;
}

function numberOf(token: string | undefined): number | null {
  if (token === undefined) return null;
  if (/^\d{1,3}(?:[,.]\d{3})+$/.test(token)) return Number(token.replace(/[,.]/g, ""));
  if (/^\d{1,7}$/.test(token)) return Number(token);
  return NUMBER_WORDS.get(token) ?? null;
}

function skip(tokens: readonly string[], from: number): number {
  let at = from;
  while (at < from + 4 && (tokens[at] === "-" || UNIT_FILLERS.has(tokens[at] ?? ""))) {
    // "Bullet" qualifies "points" and is a unit where nothing follows it.
    if (tokens[at] !== "-" && LENGTH_UNITS.has(tokens[at] as string) && !LENGTH_UNITS.has(tokens[at + 1] ?? "")) break;
    at += 1;
  }
  return at;
}

function unitOf(token: string | undefined, language: string | undefined): Length["unit"] | null {
  if (token === undefined) return null;
  // A phrase is a sentence in French and a handful of words in English.
  if (language === "en" && (token === "phrase" || token === "phrases")) return null;
  return LENGTH_UNITS.get(token) ?? null;
}

function bounded(
  tokens: readonly string[],
  numberAt: number,
  unitAt: number,
  number: number,
  unit: Length["unit"],
): Length | null {
  const before = phraseBefore(tokens, numberAt);
  const after = [1, 2].map((size) => tokens.slice(unitAt + 1, unitAt + 1 + size).join(" "));
  if (before !== null && UPPER_BOUNDS.has(before.phrase)) return { unit, max: number };
  if (before !== null && LOWER_BOUNDS.has(before.phrase)) return { unit, min: number };
  if (after.some((phrase) => UPPER_SUFFIXES.has(phrase))) return { unit, max: number };
  if (after.some((phrase) => LOWER_SUFFIXES.has(phrase))) return { unit, min: number };
  const lead = leadBefore(tokens, before?.start ?? numberAt);
  // "The 500-word essay", "these three points": a thing that is there, not a length to keep.
  if (lead !== null && SOURCE_LEADS.has(lead)) return null;
  if (before !== null && EXACTNESS.has(before.phrase)) return { unit, min: number, max: number };
  const asked = lead !== null && (RESULT_LEADS.has(lead) || LENGTH_LEADS.has(lead));
  if ((unit === "items" || unit === "lines") && !asked) return null;
  if (unit === "characters") return { unit, max: number };
  if (unit !== "words" && before === null) return { unit, min: number, max: number };
  return { unit, min: Math.floor(number * (1 - WORD_PLAY)), max: Math.ceil(number * (1 + WORD_PLAY)) };
}

function phraseBefore(tokens: readonly string[], at: number): { phrase: string; start: number } | null {
  for (let size = Math.min(LONGEST_PHRASE, at); size >= 1; size -= 1) {
    const phrase = tokens.slice(at - size, at).join(" ");
    if (UPPER_BOUNDS.has(phrase) || LOWER_BOUNDS.has(phrase) || APPROXIMATIONS.has(phrase) || EXACTNESS.has(phrase)) {
      return { phrase, start: at - size };
    }
  }
  return null;
}

/** The word that leads to the number, past articles. */
function leadBefore(tokens: readonly string[], at: number): string | null {
  let lead = at - 1;
  while (lead >= 0 && lead > at - 3 && (tokens[lead] === "a" || tokens[lead] === "an")) lead -= 1;
  return tokens[lead] ?? null;
}
