import { STL_OPERATIONS, type StlOperation } from "../contract/operation.js";
import type { CueTable, StakesClass } from "./cue-tables/cue-table.js";
import { inflect, type VerbForm } from "./inflect.js";

/** What a word says of how far to go. */
export type DepthCueKind = "shallow" | "deep" | "deepAdjectives" | "exhaustive" | "scope";

/** What a word or sequence of words does in a clause; bits of `LexiconEntry.flags`. */
export const WORD_FLAGS = {
  determiner: 1 << 0,
  possessive: 1 << 1,
  preposition: 1 << 2,
  pronoun: 1 << 3,
  demonstrative: 1 << 4,
  subject: 1 << 5,
  auxiliary: 1 << 6,
  conjunction: 1 << 7,
  alternative: 1 << 8,
  subordinator: 1 << 9,
  questionWord: 1 << 10,
  opener: 1 << 11,
  infinitive: 1 << 12,
  adverb: 1 << 13,
  negator: 1 << 14,
  falseNegator: 1 << 15,
  exception: 1 << 16,
  contrast: 1 << 17,
  first: 1 << 18,
  next: 1 << 19,
  last: 1 << 20,
  before: 1 << 21,
  after: 1 << 22,
  light: 1 << 23,
  otherVerb: 1 << 24,
  materialLabel: 1 << 25,
  materialPointer: 1 << 26,
  audience: 1 << 27,
  /** Tells the model who it is. */
  persona: 1 << 28,
  /** Says that the answer is to be reasoned out. */
  reasoning: 1 << 29,
  /** Before a past participle, demands the act ("should be checked"). */
  demand: 1 << 30,
  /** A question that asks to choose where it offers alternatives ("should I"). */
  choice: 1 << 31,
} as const;

/** A verb whose object stands between its parts ("turn … into"). */
export interface GappedVerb {
  /** Words of the second part. */
  readonly particle: readonly string[];
  readonly operation: StlOperation;
  readonly loose: boolean;
}

/** Everything known of one word or sequence of words. */
export interface LexiconEntry {
  /** Words of the entry. */
  readonly length: number;
  flags: number;
  /** Operation as an act, and in which form. */
  verb: StlOperation | null;
  form: VerbForm;
  /** The object may change the operation. */
  loose: boolean;
  /** Operation as the name of an act or of its product. */
  noun: StlOperation | null;
  question: StlOperation | null;
  phrase: StlOperation | null;
  predicate: StlOperation | null;
  /** Its last word is a preposition, so that what follows is its complement ("list of"). */
  open: boolean;
  /** Joins a thing to its whole ("of"): the word before it is a noun. */
  genitive: boolean;
  /** An article that introduces something new ("a"). */
  indefinite: boolean;
  /** Asks only before an auxiliary; otherwise it opens a dependent clause ("when"). */
  asksInverted: boolean;
  /** A stop after it ends no sentence. */
  abbreviation: boolean;
  gapped: GappedVerb[] | null;
  depth: DepthCueKind | null;
  stakes: StakesClass | null;
  /** A depth cue before this word is part of a name ("short story"). */
  depthName: boolean;
  /** Longer entries that begin with this word, longest first. */
  sequences: { readonly rest: readonly string[]; readonly entry: LexiconEntry }[] | null;
}

/** The compiled cue tables of one or more languages. */
export interface Lexicon {
  readonly words: ReadonlyMap<string, LexiconEntry>;
  /** Per first UTF-16 code, the length of the longest entry written in Han or Kana. */
  readonly longestRuns: ReadonlyMap<number, number>;
  /** True where an act may stand anywhere in its clause. */
  readonly verbAnywhere: boolean;
  /** The tables it was made of, main language first. */
  readonly tables: readonly CueTable[];
}

/** The entry of a word or sequence, made where there is none yet. */
type EntryAt = (text: string) => LexiconEntry;

function emptyEntry(length: number): LexiconEntry {
  return {
    length,
    flags: 0,
    verb: null,
    form: "base",
    loose: false,
    noun: null,
    question: null,
    phrase: null,
    predicate: null,
    open: false,
    genitive: false,
    asksInverted: false,
    indefinite: false,
    abbreviation: false,
    gapped: null,
    depth: null,
    stakes: null,
    depthName: false,
    sequences: null,
  };
}

/** Compiles tables to one map on the first word; where two tables disagree about a word, the earlier wins. */
// POS-SPD-02: one map look-up per word instead of one expression per cue
export function compileLexicon(tables: readonly CueTable[]): Lexicon {
  const words = new Map<string, LexiconEntry>();
  for (const table of tables) addTable(words, table);
  const longestRuns = new Map<number, number>();
  if (tables.some((table) => table.writing === "runs")) {
    for (const key of words.keys()) {
      if (!RUN_WORD.test(key)) continue;
      const first = key.charCodeAt(0);
      longestRuns.set(first, Math.max(longestRuns.get(first) ?? 0, key.length));
    }
  }
  for (const entry of words.values()) entry.sequences?.sort((a, b) => b.rest.length - a.rest.length);
  return { words, longestRuns, verbAnywhere: tables[0]?.verbPosition === "any", tables };
}

const RUN_WORD = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u;

function addTable(words: Map<string, LexiconEntry>, table: CueTable): void {
  const at: EntryAt = (text) => entryFor(words, text.split(" "));
  const flag = (list: readonly string[] | undefined, bit: number) => {
    for (const text of list ?? []) at(text).flags |= bit;
  };
  addCues(table, at);
  addDepth(table, at);
  const stop = table.stopWords;
  flag(stop.determiners, WORD_FLAGS.determiner);
  flag(stop.possessives, WORD_FLAGS.possessive);
  flag(stop.prepositions, WORD_FLAGS.preposition);
  flag(stop.pronouns, WORD_FLAGS.pronoun);
  flag(stop.demonstratives, WORD_FLAGS.demonstrative);
  flag(stop.subjects, WORD_FLAGS.subject);
  flag(stop.auxiliaries, WORD_FLAGS.auxiliary);
  flag(stop.conjunctions, WORD_FLAGS.conjunction);
  flag(stop.alternatives, WORD_FLAGS.alternative);
  flag(stop.subordinators, WORD_FLAGS.subordinator);
  flag(stop.questionWords, WORD_FLAGS.questionWord);
  flag(stop.openers, WORD_FLAGS.opener);
  flag(stop.infinitives, WORD_FLAGS.infinitive);
  flag(stop.adverbs, WORD_FLAGS.adverb);
  flag(table.negators, WORD_FLAGS.negator);
  flag(table.falseNegators, WORD_FLAGS.falseNegator);
  flag(table.exceptions, WORD_FLAGS.exception);
  flag(table.contrasts, WORD_FLAGS.contrast);
  flag(table.orderWords.first, WORD_FLAGS.first);
  flag(table.orderWords.next, WORD_FLAGS.next);
  flag(table.orderWords.last, WORD_FLAGS.last);
  flag(table.orderWords.before, WORD_FLAGS.before);
  flag(table.orderWords.after, WORD_FLAGS.after);
  flag(table.lightVerbs, WORD_FLAGS.light);
  for (const verb of table.otherVerbs ?? []) at(verb).flags |= WORD_FLAGS.otherVerb;
  flag(table.materialLabels, WORD_FLAGS.materialLabel);
  flag(table.materialPointers, WORD_FLAGS.materialPointer);
  flag(table.audiences, WORD_FLAGS.audience);
  for (const text of stop.genitives ?? []) at(text).genitive = true;
  for (const text of stop.indefinites ?? []) at(text).indefinite = true;
  for (const text of stop.invertedQuestions ?? []) at(text).asksInverted = true;
  for (const text of table.abbreviations ?? []) at(text).abbreviation = true;
  flag(table.personas, WORD_FLAGS.persona);
  for (const text of table.reasoningMarks ?? []) {
    const entry = at(text);
    entry.flags |= WORD_FLAGS.reasoning;
    entry.phrase ??= "ANALYSE";
    entry.verb ??= "ANALYSE";
  }
  flag(table.demands, WORD_FLAGS.demand);
  flag(table.choiceQuestions, WORD_FLAGS.choice);
}

function addDepth(table: CueTable, at: EntryAt): void {
  for (const kind of ["exhaustive", "deep", "deepAdjectives", "shallow", "scope"] as const) {
    for (const text of table.depthCues[kind] ?? []) at(text).depth ??= kind;
  }
  for (const name of table.depthCues.names ?? []) at(name).depthName = true;
  for (const [name, list] of Object.entries(table.stakes)) {
    for (const text of list ?? []) at(text).stakes ??= name as StakesClass;
  }
}

function addCues(table: CueTable, at: EntryAt): void {
  for (const operation of STL_OPERATIONS) {
    const cues = table.cues[operation];
    if (cues === undefined) continue;
    const addVerb = (text: string, loose: boolean) => {
      const gap = text.indexOf(" … ");
      if (gap >= 0) {
        const particle = text.slice(gap + 3).split(" ");
        for (const [form, kind] of inflect(table, text.slice(0, gap))) {
          if (kind !== "base") continue;
          const entry = at(form);
          entry.gapped ??= [];
          entry.gapped.push({ particle, operation, loose });
        }
        return;
      }
      for (const [form, kind] of inflect(table, text)) {
        const entry = at(form);
        if (entry.verb !== null) continue;
        entry.verb = operation;
        entry.form = kind;
        entry.loose = loose;
      }
    };
    for (const text of cues.verbs ?? []) addVerb(text, false);
    for (const text of cues.looseVerbs ?? []) addVerb(text, true);
    for (const text of cues.nouns ?? []) {
      const entry = at(text);
      entry.noun ??= operation;
      if (entry.length > 1)
        entry.open = table.stopWords.prepositions?.includes(text.slice(text.lastIndexOf(" ") + 1)) ?? false;
    }
    for (const text of cues.questions ?? []) at(text).question ??= operation;
    for (const text of cues.phrases ?? []) at(text).phrase ??= operation;
    for (const text of cues.predicates ?? []) at(text).predicate ??= operation;
  }
}

function entryFor(words: Map<string, LexiconEntry>, parts: readonly string[]): LexiconEntry {
  const head = parts[0] as string;
  let first = words.get(head);
  if (first === undefined) {
    first = emptyEntry(1);
    words.set(head, first);
  }
  if (parts.length === 1) return first;
  const rest = parts.slice(1);
  first.sequences ??= [];
  const key = rest.join(" ");
  const known = first.sequences.find((sequence) => sequence.rest.join(" ") === key);
  if (known !== undefined) return known.entry;
  const entry = emptyEntry(parts.length);
  first.sequences.push({ rest, entry });
  return entry;
}
