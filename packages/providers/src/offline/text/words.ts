/** One word of a text with its place. Offsets are UTF-16. */
export interface Word {
  /** As it stands in the text. */
  readonly form: string;
  /** Lower case, without accents, `ß` as `ss`. */
  readonly folded: string;
  readonly start: number;
  readonly end: number;
}

/** Letters and digits; an identifier stays whole (`N2`, `EQ-015`); a letter before a hyphen belongs to the word after it (`e-mail`); a figure keeps its separators (`22,400`, `09:30`, `2.5`), a word its inner apostrophe. */
const WORD =
  /(?<![\p{L}\p{N}-])\p{Lu}{1,4}-?\p{N}+(?![\p{L}\p{N}]|[.,:/-]\p{N})|\p{N}+(?:[.,:/]\p{N}+)*|(?:(?<![\p{L}\p{N}])\p{L}-(?=\p{L}))?[\p{L}\p{M}]+(?:['’](?=\p{L})[\p{L}\p{M}]+)?/gu;

/** The words of a text in order. Linear. */
export function wordsOf(text: string): Word[] {
  const found: Word[] = [];
  for (const match of text.matchAll(WORD)) {
    const form = match[0];
    found.push({ form, folded: fold(form), start: match.index, end: match.index + form.length });
  }
  return found;
}

/** The form under which words are compared before stemming. */
export function fold(word: string): string {
  const lower = word.toLowerCase().replace(/^(\p{L})-/u, "$1");
  if (/^[\0-\x7f]*$/.test(lower)) return lower.replace(/'s$/, "");
  return lower
    .replaceAll("ß", "ss")
    .replaceAll("’", "'")
    .replace(/'s$/, "")
    .normalize("NFD")
    .replace(/\p{M}+/gu, "");
}
