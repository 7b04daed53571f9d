import { functionWordIndex, LANGUAGES } from "../contract/function-word-index.js";
import { SCRIPT_LANGUAGES, type Script, scriptOf } from "../contract/script.js";
import { languageOfLetters } from "./language-letters.js";

/** A word of several languages says less for each of them, and one of a single letter is a word of nearly any. */
const SHARED = 0.5;
const LETTER = 0.25;
/** What a language without a cue table needs: one word alone may be a name or a loan. */
const LEAST = 1;

/** Counts what words say of the language of a text: their script, their letters, and whether they are function words. */
export class LanguageEvidence {
  readonly #scripts = new Map<Script, number>();
  readonly #scores = new Map<string, number>();

  /** Counts a word in lower case; `wide` where it is Han or Kana. */
  add(word: string, wide: "han" | "kana" | null): void {
    // The end of a word, since a foreign name takes endings of the language it stands in: "React와".
    const script = wide ?? scriptOf(word.charCodeAt(word.length - 1));
    this.#scripts.set(script, (this.#scripts.get(script) ?? 0) + 1);
    if (wide !== null) return;
    const letters = languageOfLetters(word);
    if (letters !== undefined) this.#score(letters, 1);
    let bits = functionWordIndex().get(word) ?? 0;
    const worth = word.length === 1 ? LETTER : (bits & (bits - 1)) === 0 ? 1 : SHARED;
    for (let number = 0; bits !== 0; number += 1, bits >>>= 1) {
      if ((bits & 1) !== 0) this.#score(LANGUAGES[number] as string, worth);
    }
  }

  /**
   * BCP 47 tag, `und` where nothing tells. `known` is the language whose cue table has most words of the text, and how many
   * of them it has.
   */
  language(known: { readonly language: string; readonly words: number }): string {
    const script = this.#mainScript();
    if (script === null || script === "other") return "und";
    let best = known.words === 0 ? "und" : known.language;
    let most = known.words === 0 ? 0 : Math.max(known.words * SHARED, this.#scores.get(known.language) ?? 0);
    for (const [language, score] of this.#scores) {
      if (score <= most || score < LEAST) continue;
      best = language;
      most = score;
    }
    if (script === "latin" || script === "cyrillic") return best;
    // Persian and Urdu have letters that Arabic has not.
    if (script === "arabic" && (best === "fa" || best === "ur")) return best;
    return SCRIPT_LANGUAGES[script] ?? "und";
  }

  #score(language: string, worth: number): void {
    this.#scores.set(language, (this.#scores.get(language) ?? 0) + worth);
  }

  /** The script most words stand in; Kana decides where Han stands beside it. */
  #mainScript(): Script | null {
    let main: Script | null = null;
    let most = 0;
    for (const [script, count] of this.#scripts) {
      if (count <= most) continue;
      main = script;
      most = count;
    }
    const kana = this.#scripts.get("kana") ?? 0;
    return main === "han" && kana * 8 >= most ? "kana" : main;
  }
}
