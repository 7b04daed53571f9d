/**
 * Two deterministic readings of how many tokens a text is, made from letter runs and scripts without an encoding
 * (POS-FRM-06): an estimate of what an ordinary text takes, and a ceiling that also holds for gibberish, rare scripts
 * and emoji. Costs are tokens; they were fitted against o200k_base, and the tests compare them with it.
 */
interface ScriptCost {
  readonly from: number;
  readonly to: number;
  readonly estimate: number;
  readonly ceiling: number;
}

/** Cost of one UTF-16 unit by script, ascending; what no row covers costs `OTHER`. */
const SCRIPT_COSTS: readonly ScriptCost[] = [
  { from: 0x0080, to: 0x00bf, estimate: 1, ceiling: 2 },
  { from: 0x0370, to: 0x045f, estimate: 0.35, ceiling: 1 },
  { from: 0x0460, to: 0x052f, estimate: 1, ceiling: 2 },
  { from: 0x0530, to: 0x05ff, estimate: 0.5, ceiling: 1.5 },
  { from: 0x0600, to: 0x06ff, estimate: 0.4, ceiling: 1.2 },
  { from: 0x0900, to: 0x0dff, estimate: 0.5, ceiling: 1.8 },
  { from: 0x0e00, to: 0x0e7f, estimate: 0.5, ceiling: 1.4 },
  { from: 0x10a0, to: 0x10ff, estimate: 0.6, ceiling: 1.5 },
  { from: 0x2000, to: 0x206f, estimate: 1, ceiling: 2.5 },
  { from: 0x3000, to: 0x303f, estimate: 1, ceiling: 2 },
  { from: 0x3040, to: 0x30ff, estimate: 0.8, ceiling: 1.4 },
  { from: 0x4e00, to: 0x9fff, estimate: 0.8, ceiling: 2.1 },
  { from: 0xac00, to: 0xd7a3, estimate: 0.8, ceiling: 2.4 },
  { from: 0xd800, to: 0xdfff, estimate: 1, ceiling: 2 },
  { from: 0xff00, to: 0xff65, estimate: 1, ceiling: 2 },
];
const OTHER = { estimate: 1.5, ceiling: 3 };

const LONGEST_WORD = 20;

const isLower = (unit: number) => unit >= 0x61 && unit <= 0x7a;
const isUpper = (unit: number) => unit >= 0x41 && unit <= 0x5a;
const isDigit = (unit: number) => unit >= 0x30 && unit <= 0x39;
/** Latin letters beyond ASCII. */
const isLatinExtended = (unit: number) =>
  unit >= 0xc0 && (unit < 0x250 || (unit >= 0x1e00 && unit < 0x1f00)) && unit !== 0xd7 && unit !== 0xf7;
const isLatin = (unit: number) => isLower(unit) || isUpper(unit) || isLatinExtended(unit);
const isSpace = (unit: number) => unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
const isVowel = (unit: number) => {
  const letter = unit | 0x20;
  return letter === 0x61 || letter === 0x65 || letter === 0x69 || letter === 0x6f || letter === 0x75 || letter === 0x79;
};

/** End of the Latin word part that starts at `start`: encodings begin a new token where lower case turns upper. */
function wordEnd(text: string, start: number): number {
  let end = start + 1;
  let lowerSeen = !isUpper(text.charCodeAt(start));
  while (end < text.length) {
    const unit = text.charCodeAt(end);
    if (!isLatin(unit) || (lowerSeen && isUpper(unit))) break;
    lowerSeen ||= !isUpper(unit);
    end += 1;
  }
  return end;
}

/** Most tokens a word of `text` takes: letters that do not alternate as in a language are not in any vocabulary. */
function wordCeiling(text: string, start: number, end: number): number {
  let cost = 0;
  let run = 0;
  let vowels = false;
  for (let at = start; at < end; at += 1) {
    const unit = text.charCodeAt(at);
    const vowel = isVowel(unit);
    run = at > start && vowel === vowels ? run + 1 : 1;
    vowels = vowel;
    cost += 0.43;
    if (run > 2) cost += 0.45;
    if (isUpper(unit) && at > start) cost += 0.25;
    if (unit > 0x7f) cost += 1;
  }
  return Math.max(1, cost);
}

/** Tokens an ordinary word takes: vocabularies are richest in plain Latin letters. */
function wordEstimate(text: string, start: number, end: number): number {
  const length = end - start;
  // Longer than any word of a vocabulary: a compound, or no word at all.
  if (length > LONGEST_WORD) return Math.ceil(length / 4);
  let tokens = 1 + Math.floor((length - 1) / 9);
  for (let at = start; at < end; at += 1) if (text.charCodeAt(at) > 0x7f) tokens += 0.4;
  return tokens;
}

/** Cost of everything but Latin words, digits and spaces. */
function scriptCost(unit: number): { readonly estimate: number; readonly ceiling: number } {
  if (unit < 0x80) return { estimate: 1, ceiling: 1 };
  let low = 0;
  let high = SCRIPT_COSTS.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const row = SCRIPT_COSTS[middle] as ScriptCost;
    if (unit < row.from) high = middle - 1;
    else if (unit > row.to) low = middle + 1;
    else return row;
  }
  return OTHER;
}

/** Tokens an ordinary text takes, in any language; within about a fifth of o200k_base for prose. */
export function estimateTextTokens(text: string): number {
  let tokens = 0;
  for (let at = 0; at < text.length; ) {
    const unit = text.charCodeAt(at);
    let end = at + 1;
    if (isLatin(unit)) {
      end = wordEnd(text, at);
      tokens += wordEstimate(text, at, end);
    } else if (isDigit(unit)) {
      while (end < text.length && end - at < 3 && isDigit(text.charCodeAt(end))) end += 1;
      tokens += 1;
    } else if (isSpace(unit)) {
      while (end < text.length && isSpace(text.charCodeAt(end))) end += 1;
      // One blank is part of the word after it; a digit takes none.
      if (end - at > 1 || isDigit(text.charCodeAt(end))) tokens += 1;
    } else {
      tokens += scriptCost(unit).estimate;
    }
    at = end;
  }
  return Math.ceil(tokens);
}

/**
 * UTF-16 length of the longest beginning of `text` that takes at most `limit` tokens in any event, cut between words
 * where there are some and never inside a surrogate pair or before a combining mark.
 */
export function prefixWithinTokens(text: string, limit: number): number {
  let tokens = 0;
  let fits = 0;
  for (let at = 0; at < text.length; ) {
    const unit = text.charCodeAt(at);
    let end = at + 1;
    if (isLatin(unit)) {
      end = wordEnd(text, at);
      const cost = wordCeiling(text, at, end);
      // A word longer than all the room there is would leave nothing: keep its beginning.
      if (cost > limit && fits === 0) return legalEnd(text, at + cutWord(text, at, end, limit - tokens));
      tokens += cost;
    } else if (isDigit(unit)) {
      while (end < text.length && end - at < 3 && isDigit(text.charCodeAt(end))) end += 1;
      tokens += 1;
    } else if (isSpace(unit)) {
      while (end < text.length && isSpace(text.charCodeAt(end))) end += 1;
      if (!isLatin(text.charCodeAt(end))) tokens += 1;
    } else {
      tokens += scriptCost(unit).ceiling;
    }
    if (tokens > limit) return legalEnd(text, fits);
    if (!isSpace(unit) && (!isLatin(unit) || !isLatin(text.charCodeAt(end)))) fits = end;
    at = end;
  }
  return text.length;
}

function cutWord(text: string, start: number, end: number, room: number): number {
  let low = 0;
  let high = Math.min(end - start, Math.ceil(room * 3));
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (wordCeiling(text, start, start + middle) <= room) low = middle;
    else high = middle - 1;
  }
  return low;
}

const JOINS_BEFORE = /^(?:\p{M}|\u200d|\ufe0f|[\u{1f3fb}-\u{1f3ff}])/u;

function legalEnd(text: string, end: number): number {
  let cut = end;
  while (cut > 0 && cut < text.length) {
    const unit = text.charCodeAt(cut);
    const lowSurrogate = unit >= 0xdc00 && unit < 0xe000;
    if (!lowSurrogate && text.charCodeAt(cut - 1) !== 0x200d && !JOINS_BEFORE.test(text.slice(cut, cut + 2))) break;
    cut -= 1;
  }
  return cut;
}
