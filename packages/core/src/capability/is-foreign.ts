import { isStopWord } from "./stop-words.js";

/**
 * Short words that tell a language which is written in Latin letters and is not English. What a classification calls the
 * language would not do: it is always one that has a table of cues, and most of these have none.
 */
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

const LETTER = /\p{L}/u;
const LATIN = /\p{Script=Latin}/u;
/** Share of letters of another script from which a text is not English. */
const OTHER_SCRIPT_SHARE = 0.3;
const LEAST_WORDS = 2;
/** Characters and words that are looked at: a language shows at once, and a request may be long. */
const LOOKED_AT = 2_000;

/**
 * Whether a request is written in another language than descriptors mostly are: three tenths of its letters are of another
 * script, or its short words are not English ones. `words` are its words as the search reads them.
 */
export function isForeign(text: string, words: readonly string[]): boolean {
  return hasOtherScript(text.slice(0, LOOKED_AT)) || hasForeignWords(words);
}

function hasOtherScript(text: string): boolean {
  let letters = 0;
  let others = 0;
  for (const character of text) {
    // ASCII letters are most of most texts and need no expression.
    const isAscii = character <= "\x7f";
    if (!(isAscii ? /[a-z]/i : LETTER).test(character)) continue;
    letters++;
    if (!isAscii && !LATIN.test(character)) others++;
  }
  return others > OTHER_SCRIPT_SHARE * letters;
}

function hasForeignWords(words: readonly string[]): boolean {
  let english = 0;
  let foreign = 0;
  for (let at = 0; at < words.length && at < LOOKED_AT; at++) {
    const word = words[at] as string;
    // A few words belong to both sides and tell nothing.
    const stops = isStopWord(word);
    const functions = FUNCTION_WORDS.has(word);
    if (stops && !functions) english++;
    else if (functions && !stops) foreign++;
  }
  return foreign >= LEAST_WORDS && foreign > english;
}
