import { BUILT_IN_CUE_TABLES } from "./cue-tables/built-in.js";
import type { CueTable } from "./cue-tables/cue-table.js";
import { detectLanguage, indexLanguages, type LanguageIndex } from "./detect-language.js";
import { compileLexicon, type Lexicon } from "./lexicon.js";

/** A set of tables with what is compiled from it, each part on first use. */
export interface ClassifierParts {
  /** The lexicon tried first: that of the first table. */
  readonly main: () => Lexicon;
  /** The language of a request that may not be that of the first table, and the lexicon to read it with. */
  readonly detect: (request: string) => { readonly language: string; readonly lexicon: Lexicon };
  /** The lexicon of one language, or null where no table has it. */
  readonly forLanguage: (language: string) => Lexicon | null;
}

/** Compiles tables lazily; what it compiled is kept as long as the result is. */
export function classifierParts(tables: readonly CueTable[]): ClassifierParts {
  const lexicons = new Map<string, Lexicon>();
  let main: Lexicon | undefined;
  let index: LanguageIndex | undefined;
  const lexiconOf = (chosen: readonly CueTable[]): Lexicon => {
    const key = chosen.map((table) => table.language).join("+");
    let lexicon = lexicons.get(key);
    if (lexicon === undefined) {
      lexicon = compileLexicon(chosen);
      lexicons.set(key, lexicon);
    }
    return lexicon;
  };
  return {
    main: () => {
      main ??= lexiconOf(tables.slice(0, 1));
      return main;
    },
    detect: (request) => {
      index ??= indexLanguages(tables);
      const { language, tables: chosen } = detectLanguage(request, index);
      return { language, lexicon: lexiconOf(chosen) };
    },
    forLanguage: (language) => {
      const primary = language.toLowerCase().split("-")[0];
      const table = tables.find((candidate) => candidate.language === primary);
      return table === undefined ? null : lexiconOf([table]);
    },
  };
}

let builtIn: ClassifierParts | undefined;
const extended = new WeakMap<readonly CueTable[], ClassifierParts>();

/** The parts for the built-in tables and those a caller adds; a caller's table replaces the built-in one of its language. */
export function partsFor(cueTables: readonly CueTable[] | undefined): ClassifierParts {
  if (cueTables === undefined) {
    builtIn ??= classifierParts(BUILT_IN_CUE_TABLES);
    return builtIn;
  }
  let parts = extended.get(cueTables);
  if (parts === undefined) {
    const replaced = new Map(cueTables.map((table) => [table.language, table]));
    const tables = BUILT_IN_CUE_TABLES.map((table) => replaced.get(table.language) ?? table);
    const added = cueTables.filter((table) => !BUILT_IN_CUE_TABLES.some((known) => known.language === table.language));
    parts = classifierParts([...tables, ...added]);
    extended.set(cueTables, parts);
  }
  return parts;
}
