import { isStopWord } from "./stop-words.js";

/** Short words that tell a language which is written in Latin letters and is not English. */
const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  // German, Dutch
  (
    "der die das den dem ein eine einen und oder ist sind ich mir mein bitte wie viel welche mit fur von auf zu zum zur im nicht kannst konnen de het een van voor niet met " +
    // French
    "le les la une des du et ou est sont je moi mon ma quel quelle combien pour avec dans sur vous pouvez " +
    // Spanish, Portuguese, Italian
    "el los las un una unos y o es son que cual cuanto cuantos como para por con en mi quiero puedes o os as um uma e qual quanto quais com em meu minha voce il gli uno che quale per di della sono voglio " +
    // Indonesian, Malay, Turkish, Vietnamese, Polish
    "apakah berapa dengan yang untuk dari dan atau saya bisakah anda di ke ini itu bir ve ile icin nasil kac nedir mi cho va la cua toi bao nhieu jest jak ile dla czy nie"
  ).split(" "),
);

const LETTERS = /\p{L}/gu;
const LATIN_LETTERS = /\p{Script=Latin}/gu;
const ASCII = /^[\0-\x7f]*$/;
/** Share of letters of another script from which a text is not English. */
const OTHER_SCRIPT_SHARE = 0.3;
const LEAST_WORDS = 2;

/**
 * Whether a request is written in another language than descriptors mostly are: most of its letters are of another
 * script, or its short words are not English ones. `words` are its words as the search reads them.
 */
export function isForeign(text: string, words: readonly string[]): boolean {
  if (!ASCII.test(text)) {
    const letters = text.match(LETTERS)?.length ?? 0;
    const latin = text.match(LATIN_LETTERS)?.length ?? 0;
    if (letters - latin > OTHER_SCRIPT_SHARE * letters) return true;
  }
  let english = 0;
  let foreign = 0;
  for (const word of words) {
    // A few words belong to both sides and tell nothing.
    const stops = isStopWord(word);
    const functions = FUNCTION_WORDS.has(word);
    if (stops && !functions) english++;
    else if (functions && !stops) foreign++;
  }
  return foreign >= LEAST_WORDS && foreign > english;
}
