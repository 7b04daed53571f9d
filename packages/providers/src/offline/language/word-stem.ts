import { stemWord } from "@pelorus/core/words";
import type { Language } from "./function-words.js";
import { baseForm } from "./irregular-words.js";

/** Inflections that are taken off in languages whose words the English stemmer leaves alone, the longest first. */
const ENDINGS: Readonly<Record<Exclude<Language, "en">, readonly string[]>> = {
  de: ["ungen", "ung", "erin", "ern", "est", "en", "em", "er", "es", "te", "e", "n", "s", "t"],
  fr: [
    "ements",
    "ement",
    "ations",
    "ation",
    "eaux",
    "euses",
    "euse",
    "eurs",
    "eur",
    "ees",
    "ee",
    "es",
    "er",
    "ez",
    "ent",
    "s",
    "x",
    "e",
  ],
  es: [
    "aciones",
    "acion",
    "amientos",
    "amiento",
    "adas",
    "ados",
    "ada",
    "ado",
    "ando",
    "iendo",
    "es",
    "ar",
    "er",
    "ir",
    "os",
    "as",
    "o",
    "a",
    "e",
    "s",
  ],
};
/** Letters that must remain. */
const MINIMUM = 4;

/** Stem of a noun that looks like a form of "build" and is none. */
const EDIFICE = "edifice";

/** The beginning that the forms of a folded word have in common. */
export function wordStem(word: string, language: Language): string {
  if (language === "en") return word === "building" || word === "buildings" ? EDIFICE : stemWord(baseForm(word));
  const ending = ENDINGS[language].find(
    (candidate) => word.endsWith(candidate) && word.length - candidate.length >= MINIMUM,
  );
  return ending === undefined ? word : word.slice(0, -ending.length);
}
