const isHanOrKana = (unit: number) => (unit >= 0x3041 && unit <= 0x30ff) || (unit >= 0x3400 && unit <= 0x9fff);
const WORD_CHARACTER = /[\p{L}\p{M}\p{N}]/u;

function isWordUnit(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit < 0x80) return (unit >= 0x30 && unit <= 0x39) || (unit >= 0x61 && unit <= 0x7a);
  return !isHanOrKana(unit) && WORD_CHARACTER.test(text[at] as string);
}

/** Marks inside a word: `d'une`, `c++` is left to its letters, `1,000` and `e.g.` to the reader. */
const isInner = (mark: string | undefined) => mark === "'" || mark === "’" || mark === "." || mark === ",";

/**
 * Lower-case words and marks of an instruction. Han and kana runs are cut by the longest entry of `dictionary`, what it
 * does not know into single characters.
 */
export function formTokens(text: string, dictionary: ReadonlySet<string>, longestEntry: number): string[] {
  const folded = text.normalize("NFKC").toLowerCase();
  const tokens: string[] = [];
  for (let at = 0; at < folded.length; ) {
    let end = at + 1;
    if (isHanOrKana(folded.charCodeAt(at))) {
      end = at + longestMatch(folded, at, dictionary, longestEntry);
    } else if (isWordUnit(folded, at)) {
      while (
        end < folded.length &&
        (isWordUnit(folded, end) || (isInner(folded[end]) && end + 1 < folded.length && isWordUnit(folded, end + 1)))
      ) {
        end += 1;
      }
    } else if (/\s/.test(folded[at] as string)) {
      at = end;
      continue;
    }
    tokens.push(folded.slice(at, end));
    at = end;
  }
  return tokens;
}

function longestMatch(text: string, at: number, dictionary: ReadonlySet<string>, longest: number): number {
  for (let length = Math.min(longest, text.length - at); length > 1; length -= 1) {
    if (dictionary.has(text.slice(at, at + length))) return length;
  }
  return 1;
}
