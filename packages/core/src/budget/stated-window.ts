/** Characters of a message that are read. */
const READ_UNITS = 2000;

/** `… > 200000`: what was sent on the left, what there is on the right. */
const GREATER = />\s{0,3}(\d[\d,_]{1,12})/g;
/** A number that follows a name of the window, with no other number between. */
const NAMED =
  /(?:context[ _-](?:length|window|size|limit)|max_model_len|n_ctx|maximum (?:number of )?(?:\w{1,12} )?tokens|token limit|limit)[^\d]{0,48}(\d[\d,_]{1,12})/g;

/**
 * The window, in tokens, that a provider names in the words by which it says that a prompt does not fit; undefined where
 * it names none. Of several numbers that may be meant it is the smallest: what was sent is larger (POS-BUD-12).
 */
export function statedWindow(message: string): number | undefined {
  const words = message.slice(0, READ_UNITS).toLowerCase();
  const greater = numbersOf(words, GREATER);
  const named = greater.length > 0 ? greater : numbersOf(words, NAMED);
  return named.length === 0 ? undefined : Math.min(...named);
}

function numbersOf(words: string, form: RegExp): number[] {
  const numbers = [...words.matchAll(form)].map((match) => Number((match[1] ?? "").replace(/[,_]/g, "")));
  return numbers.filter((number) => Number.isSafeInteger(number) && number > 0);
}
