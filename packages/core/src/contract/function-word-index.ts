import { FUNCTION_WORDS } from "./function-words.js";

/** Languages that have a table, in the order of their numbers. */
export const LANGUAGES: readonly string[] = Object.keys(FUNCTION_WORDS);

let index: ReadonlyMap<string, number> | undefined;

/** Every function word with a bit set of the languages that have it; made on first use. */
export function functionWordIndex(): ReadonlyMap<string, number> {
  index ??= makeIndex();
  return index;
}

function makeIndex(): ReadonlyMap<string, number> {
  const made = new Map<string, number>();
  LANGUAGES.forEach((language, number) => {
    for (const word of (FUNCTION_WORDS[language] as string).split(/\s+/)) {
      made.set(word, (made.get(word) ?? 0) | (1 << number));
    }
  });
  return made;
}
