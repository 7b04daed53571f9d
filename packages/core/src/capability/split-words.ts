/** A run of letters, marks and digits; everything else separates. */
const RUN = /[\p{L}\p{M}\p{N}]+/gu;
const IDEOGRAPHS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu;
const ASCII = /^[\0-\x7f]*$/;

/**
 * Words of a text or an identifier, lower-case, NFKC, without accents: split at every mark, at changes of case
 * (`getUserID` → get user id) and between letters and digits; Han, Kana and Hangul runs as overlapping pairs
 * (POS-FAB-03).
 */
export function splitWords(text: string): string[] {
  const words: string[] = [];
  const ascii = ASCII.test(text);
  for (const run of (ascii ? text : text.normalize("NFKC")).match(RUN) ?? []) {
    if (ascii || ASCII.test(run)) splitRun(run, words);
    else splitForeignRun(run, words);
  }
  return words;
}

function splitForeignRun(run: string, words: string[]): void {
  let from = 0;
  for (const match of run.matchAll(IDEOGRAPHS)) {
    splitRun(withoutAccents(run.slice(from, match.index)), words);
    const characters = [...match[0]];
    if (characters.length === 1) words.push(characters[0] as string);
    for (let index = 1; index < characters.length; index++) {
      words.push((characters[index - 1] as string) + (characters[index] as string));
    }
    from = match.index + match[0].length;
  }
  splitRun(withoutAccents(run.slice(from)), words);
}

const withoutAccents = (text: string): string => text.normalize("NFD").replace(/\p{M}+/gu, "");

type Kind = 0 | 1 | 2;
const DIGIT: Kind = 0;
const UPPER: Kind = 1;
const LOWER: Kind = 2;

function kindOf(character: string): Kind {
  const code = character.charCodeAt(0);
  if (code < 128) return code < 58 ? DIGIT : code < 91 ? UPPER : LOWER;
  if (/\p{N}/u.test(character)) return DIGIT;
  return character !== character.toLowerCase() ? UPPER : LOWER;
}

function splitRun(run: string, words: string[]): void {
  let start = 0;
  let previous: Kind | -1 = -1;
  for (let index = 0; index < run.length; index++) {
    const kind = kindOf(run[index] as string);
    const digitEdge = previous !== -1 && (kind === DIGIT) !== (previous === DIGIT);
    const newWord = kind === UPPER && previous === LOWER;
    if (digitEdge || newWord) {
      words.push(run.slice(start, index).toLowerCase());
      start = index;
    } else if (kind === LOWER && previous === UPPER && index - start > 1 && !isPlural(run, index)) {
      // The last of several capitals begins the next word: HTTPServer → http server.
      words.push(run.slice(start, index - 1).toLowerCase());
      start = index - 1;
    }
    previous = kind;
  }
  if (start < run.length) words.push(run.slice(start).toLowerCase());
}

/** A lone `s` after capitals: APIs, URLs. */
function isPlural(run: string, index: number): boolean {
  return run[index] === "s" && (index + 1 === run.length || kindOf(run[index + 1] as string) !== LOWER);
}
