import { LANGUAGES } from "../../contract/function-word-index.js";
import { LANGUAGE_NAMES } from "../../contract/function-words.js";
import { scriptOfLanguage } from "../../contract/script.js";
import { WORDLESS_FORMS } from "../asked/wordless-forms.js";
import type { Evidence } from "../evidence.js";
import { failed, type OutputCheck, passed, SERIOUS, undecided } from "../output-check.js";

/** Words of another script that are more than a name. */
const FEWEST_FOREIGN = 4;
/** Function words of another language from which on it is that language; fewer suffice where none speaks against it. */
const FEWEST_HITS = 3;
const FEWEST_UNOPPOSED = 2;

const RIGHT = passed("The output is in the language that was asked for.");
const OPEN = undecided("The output is too short or too mixed to tell its language.");

/** The output is in the requested language, else in that of the request; by script and function words. */
export const languageCheck: OutputCheck = {
  id: "language",
  weight: SERIOUS,
  states: ({ form, language }) => (WORDLESS_FORMS.has(form.kind) ? null : `in ${nameOf(language.tag)}`),
  examine(evidence) {
    const { asked, output } = evidence;
    if (WORDLESS_FORMS.has(asked.form.kind)) return null;
    const { tag, sure } = asked.language;
    const expected = tag.split("-")[0] as string;
    const found = otherLanguage(evidence, expected);
    if (found === "same") return RIGHT;
    if (found === null || !sure) return OPEN;
    // POS-VER-01: work on supplied text may keep the language of that text, unless another one was asked for.
    if (asked.form.language === undefined && keepsMaterialLanguage(evidence, found)) return OPEN;
    return failed(`Write in ${nameOf(expected)}: the output is in ${nameOf(found)}.`, [0, output.text.length]);
  },
};

/** A language as a sentence of ours calls it; one that nothing tells is left to who reads the request. */
function nameOf(tag: string): string {
  return tag === "und" ? "the language of the request" : (LANGUAGE_NAMES[tag] ?? tag);
}

/** "same", the other language the output is in, or null where that cannot be told. */
function otherLanguage({ output }: Evidence, expected: string): string | null {
  const { language, script, scripts, words, hits } = output.language;
  if (words === 0) return null;
  const wanted = scriptOfLanguage(expected);
  if (wanted === null || script === null) return null;
  const own = (scripts[wanted] ?? 0) + (wanted === "kana" ? (scripts.han ?? 0) : 0);
  if (script !== wanted && !(wanted === "kana" && script === "han")) {
    // Names and terms of another script do not make a text of it.
    return words >= FEWEST_FOREIGN && own < words / 5 ? (language ?? script) : null;
  }
  if (script !== "latin" && script !== "cyrillic") return wanted === script || script === "han" ? "same" : null;
  const number = LANGUAGES.indexOf(expected);
  if (number < 0) return null;
  const right = hits[number] as number;
  if (language === expected) return "same";
  let other = -1;
  for (let at = 0; at < hits.length; at += 1) {
    if (at !== number && (other < 0 || (hits[at] as number) > (hits[other] as number))) other = at;
  }
  const wrong = hits[other] as number;
  if (wrong >= FEWEST_HITS && wrong > 2 * right) return LANGUAGES[other] as string;
  if (wrong >= FEWEST_UNOPPOSED && wrong > 4 * right && words >= FEWEST_FOREIGN) return LANGUAGES[other] as string;
  return right >= 1 && right >= wrong ? "same" : null;
}

function keepsMaterialLanguage({ sources }: Evidence, found: string): boolean {
  return sources.some(({ reading }) => {
    const { language, script } = reading.language;
    return language === found || script === found;
  });
}
