/** Words too common to say what a text is about, in the languages of the cue tables. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    "a an and any are as at be been but by can could did do does for from had has have how if in into is it its may me my no not of on or our she he " +
    "should so some than that the their them then there these they this those to us was we were what when where which who why will with would you your " +
    "der die das den dem des ein eine einen einem einer und oder aber ist sind war waren wird werden mit von zu zum zur im auf für über nicht auch als wie was wer " +
    "le la les un une des du et ou mais est sont était dans sur pour par avec que qui ce cette ces au aux ne pas plus " +
    "el los las una unos unas y o pero es son era en con por para del al se su sus lo más"
  ).split(" "),
);

const isCjk = (unit: number) =>
  (unit >= 0x3041 && unit <= 0x30ff) || (unit >= 0x3400 && unit <= 0x9fff) || (unit >= 0xac00 && unit <= 0xd7a3);
const isAsciiWord = (unit: number) =>
  (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39) || (unit >= 0x41 && unit <= 0x5a);
/** Marks that hold a name or number together: `A-17`, `3.5`, `max_calls`. */
const isJoint = (unit: number) => unit === 0x2d || unit === 0x2e || unit === 0x5f || unit === 0x2f;
const WORD_CHARACTER = /[\p{L}\p{M}\p{N}]/u;
const isWord = (unit: number) =>
  isAsciiWord(unit) || (unit > 0x7f && !isCjk(unit) && WORD_CHARACTER.test(String.fromCharCode(unit)));

/** English plural, past and progressive endings off, and a final e, where a stem of three letters stays. */
function stem(word: string): string {
  if (word.length < 4) return word;
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  const singular = withoutPlural(word);
  if (singular.length > 5 && singular.endsWith("ing")) return undouble(singular.slice(0, -3));
  if (singular.length > 4 && singular.endsWith("ed")) return undouble(singular.slice(0, -2));
  return singular.length > 3 && singular.endsWith("e") ? singular.slice(0, -1) : singular;
}

function withoutPlural(word: string): string {
  if (!word.endsWith("s") || word.endsWith("ss") || word.endsWith("us") || word.endsWith("is")) return word;
  return word.length > 4 && /(?:[sxz]|[cs]h)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

function undouble(word: string): string {
  const last = word.length - 1;
  return word[last] === word[last - 1] && !"lsz".includes(word[last] as string) ? word.slice(0, -1) : word;
}

/**
 * The words a text is found by: folded, stemmed, without stop words; names and numbers with joints also as a whole; Han,
 * kana and Hangul as pairs of neighbours. Linear in the text.
 */
export function indexWords(text: string): string[] {
  const folded = isAscii(text) ? text.toLowerCase() : text.normalize("NFKC").toLowerCase();
  const words: string[] = [];
  for (let at = 0; at < folded.length; ) {
    const unit = folded.charCodeAt(at);
    if (isCjk(unit)) at = addPairs(folded, at, words);
    else if (isWord(unit)) at = addWord(folded, at, words);
    else at += 1;
  }
  return words;
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}

function addPairs(text: string, start: number, words: string[]): number {
  let end = start + 1;
  while (end < text.length && isCjk(text.charCodeAt(end))) end += 1;
  if (end - start === 1) words.push(text.slice(start, end));
  for (let at = start; at + 1 < end; at += 1) words.push(text.slice(at, at + 2));
  return end;
}

function addWord(text: string, start: number, words: string[]): number {
  let at = start;
  let joints = 0;
  let part = start;
  for (;;) {
    while (at < text.length && isWord(text.charCodeAt(at))) at += 1;
    const word = text.slice(part, at);
    const joined = at + 1 < text.length && isJoint(text.charCodeAt(at)) && isWord(text.charCodeAt(at + 1));
    // The letter of "gate a" is an article by itself and a name beside its number.
    if (!STOP_WORDS.has(word)) words.push(stem(word));
    if (!joined) break;
    joints += 1;
    at += 1;
    part = at;
  }
  if (joints > 0) words.push(text.slice(start, at));
  return at;
}
