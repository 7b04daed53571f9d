import { functionWordIndex, LANGUAGES } from "../../contract/function-word-index.js";
import { SCRIPT_LANGUAGES, type Script, scriptOf } from "../../contract/script.js";
import { NUMBER, PAIR, type ScannedText } from "./scan-text.js";

/** What the words of a text say of its language. */
export interface LanguageReading {
  /** BCP 47 tag, or null where the text is too short or too mixed to tell. */
  readonly language: string | null;
  readonly script: Script | null;
  /** Words that speak for a language, by number in `LANGUAGES`. */
  readonly hits: readonly number[];
  /** Words (Han and Kana pairs included) by script. */
  readonly scripts: Readonly<Partial<Record<Script, number>>>;
  readonly words: number;
}

/** Words read: the language of a long text shows in its first hundreds. */
const MOST_WORDS = 600;
/** Function words a language needs to be named, and how far it must lead. */
const FEWEST_HITS = 2;
const LEAD = 1.5;

/** The language of a text by script and function words (POS-VER-01). */
export function readLanguage(scanned: ScannedText): LanguageReading {
  const index = functionWordIndex();
  const hits = new Array<number>(LANGUAGES.length).fill(0);
  const scripts: Partial<Record<Script, number>> = {};
  let latin = 0;
  let words = 0;
  const { flags, starts, text } = scanned;
  const count = Math.min(scanned.words.length, MOST_WORDS);
  for (let at = 0; at < count; at += 1) {
    const bits = flags[at] as number;
    if ((bits & NUMBER) !== 0) continue;
    words += 1;
    const code = text.charCodeAt(starts[at] as number);
    if (code < 0x250) latin += 1;
    else {
      const script = (bits & PAIR) !== 0 ? wideScript(scanned, at) : scriptOf(code);
      scripts[script] = (scripts[script] ?? 0) + 1;
      if (script !== "cyrillic") continue;
    }
    let languages = index.get(scanned.words[at] as string) ?? 0;
    if (languages === 0) continue;
    // A word of one language alone says more than one that several share.
    const worth = (languages & (languages - 1)) === 0 ? 1 : 0.5;
    for (let number = 0; languages !== 0; number += 1, languages >>>= 1) {
      if ((languages & 1) !== 0) hits[number] = (hits[number] as number) + worth;
    }
  }
  if (latin > 0) scripts.latin = latin;
  const script = mainScript(scripts, words);
  return { language: script === null ? null : languageOf(script, hits, scripts), script, hits, scripts, words };
}

/** The script most words stand in; Kana decides for Japanese where Han stands beside it. */
function mainScript(scripts: Partial<Record<Script, number>>, words: number): Script | null {
  const kana = scripts.kana ?? 0;
  const han = scripts.han ?? 0;
  if (kana > 0 && kana + han > words / 2 && kana * 8 >= han) return "kana";
  let best: Script | null = null;
  for (const [script, count] of Object.entries(scripts) as [Script, number][]) {
    if (count > words / 2 && script !== "other") best = script;
  }
  return best;
}

function languageOf(script: Script, hits: readonly number[], scripts: Partial<Record<Script, number>>): string | null {
  if (script !== "latin" && script !== "cyrillic") {
    // A word or two is a name as easily as a language.
    return (scripts[script] ?? 0) >= 2 ? (SCRIPT_LANGUAGES[script] ?? null) : null;
  }
  let best = -1;
  let second = 0;
  for (let number = 0; number < hits.length; number += 1) {
    const score = hits[number] as number;
    if (best < 0 || score > (hits[best] as number)) {
      second = best < 0 ? 0 : (hits[best] as number);
      best = number;
    } else if (score > second) second = score;
  }
  const top = hits[best] as number;
  return top >= FEWEST_HITS && top >= second * LEAD ? (LANGUAGES[best] as string) : null;
}

function wideScript({ words }: ScannedText, at: number): Script {
  const word = words[at] as string;
  for (let unit = 0; unit < word.length; unit += 1) {
    const code = word.charCodeAt(unit);
    if ((code >= 0x3041 && code <= 0x30ff) || code >= 0xff66) return "kana";
  }
  return "han";
}
