import type { CueTable, StopWords } from "./cue-tables/cue-table.js";
import { inflect } from "./inflect.js";
import { LanguageEvidence } from "./language-evidence.js";

const HAN = /\p{Script=Han}/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

const NUMBER = /^\p{N}+$/u;

/** Counts, per language, the words that only a reader of that language would know. */
export interface LanguageIndex {
  /** Single words of every table, with the tables (by number) that have them. */
  readonly words: ReadonlyMap<string, readonly number[]>;
  readonly tables: readonly CueTable[];
}

/** Makes the index of the tables' stop words and verbs. */
export function indexLanguages(tables: readonly CueTable[]): LanguageIndex {
  const words = new Map<string, number[]>();
  tables.forEach((table, number) => {
    for (const word of languageWords(table)) {
      const known = words.get(word);
      if (known === undefined) words.set(word, [number]);
      else if (known.at(-1) !== number) known.push(number);
    }
  });
  return { words, tables };
}

function* languageWords(table: CueTable): Generator<string> {
  for (const list of Object.values(table.stopWords as StopWords))
    for (const word of list ?? []) if (!word.includes(" ")) yield word;
  for (const cues of Object.values(table.cues)) {
    for (const list of [cues.verbs, cues.looseVerbs]) {
      for (const verb of list ?? []) {
        for (const [form] of inflect(table, verb.split(" ")[0] as string)) yield form;
      }
    }
  }
}

const LONGEST_SAMPLE = 2_000;

/** What a request is written in. */
export interface DetectedLanguage {
  /** BCP 47 tag of its main language, with a table or without; `und` where nothing tells it. */
  readonly language: string;
  /** The tables to read it with, main one first. */
  readonly tables: readonly CueTable[];
}

/**
 * The language of a request and the tables that apply to it: by script for Han and Kana, by known words otherwise. Reads
 * at most the first 2,000 UTF-16 units: a request states its language early. Without any sign it is the first table.
 */
// POS-CLS-13: the language comes from script and stop words; several may apply in one request
export function detectLanguage(request: string, index: LanguageIndex): DetectedLanguage {
  const evidence = new LanguageEvidence();
  const scores = new Array<number>(index.tables.length).fill(0);
  const telling = new Array<number>(index.tables.length).fill(0);
  const sample = request.length > LONGEST_SAMPLE ? request.slice(0, LONGEST_SAMPLE) : request;
  let words = 0;
  let han = 0;
  let kana = 0;
  for (const match of sample.matchAll(/[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu)) {
    const word = match[0].normalize("NFKC").toLowerCase().replaceAll("\u2019", "'");
    words += 1;
    const wide = KANA.test(word) ? "kana" : HAN.test(word) ? "han" : null;
    if (!NUMBER.test(word)) evidence.add(word, wide);
    if (wide === "kana") kana += 1;
    else if (wide === "han") han += 1;
    else
      for (const number of index.words.get(word) ?? elided(word, index)) {
        scores[number] = (scores[number] as number) + 1;
        if (word.length > 1) telling[number] = (telling[number] as number) + 1;
      }
  }
  const runs = (language: string) => index.tables.findIndex((table) => table.language === language);
  if (kana > 0) bump(scores, runs("ja"), kana * 3 + han);
  else if (han > 0) bump(scores, runs("zh"), han * 2);
  const order = scores
    .map((score, number) => ({ score, number }))
    .sort((a, b) => b.score - a.score || a.number - b.number);
  const main = order[0] as { score: number; number: number };
  const second = order[1];
  const tables = [index.tables[main.number] as CueTable];
  // A second language joins in when it has words of its own: its script, or a fifth of the words and at least two.
  if (
    second !== undefined &&
    second.score >= 2 &&
    second.score * 5 >= words &&
    exclusive(second.number, main.number, sample, index)
  ) {
    tables.push(index.tables[second.number] as CueTable);
  }
  const { language } = index.tables[main.number] as CueTable;
  return { language: evidence.language({ language, words: telling[main.number] as number }), tables };
}

function bump(scores: number[], number: number, by: number): void {
  if (number >= 0) scores[number] = (scores[number] as number) + by;
}

/** "l'article", "d'une": the elided word counts. */
function elided(word: string, index: LanguageIndex): readonly number[] {
  const cut = word.indexOf("'");
  return cut > 0 && cut <= 2 ? (index.words.get(word.slice(0, cut + 1)) ?? []) : [];
}

function exclusive(number: number, main: number, sample: string, index: LanguageIndex): boolean {
  let own = 0;
  for (const word of sample.toLowerCase().split(/[^\p{L}\p{M}\p{N}'-]+/u)) {
    const known = index.words.get(word);
    if (known?.includes(number) && !known.includes(main)) own += 1;
    else if (index.tables[number]?.writing === "runs" && (HAN.test(word) || KANA.test(word))) own += 2;
    if (own >= 2) return true;
  }
  return false;
}
