import { CONCEPT_GROUPS } from "./concepts.js";
import { wordStem } from "./word-stem.js";

let index: ReadonlyMap<string, readonly number[]> | undefined;

/** The numbers of the groups an English stem belongs to; none for most. */
export function conceptsOf(stem: string): readonly number[] {
  index ??= buildIndex();
  return index.get(stem) ?? NONE;
}
const NONE: readonly number[] = [];

/** The words of a group, as they are written in the table. */
export function conceptWords(group: number): readonly string[] {
  return (CONCEPT_GROUPS[group] ?? "").split(" ");
}

function buildIndex(): ReadonlyMap<string, readonly number[]> {
  const built = new Map<string, number[]>();
  for (const [group, words] of CONCEPT_GROUPS.entries()) {
    for (const stem of new Set(words.split(" ").map((word) => wordStem(word, "en")))) {
      const groups = built.get(stem);
      if (groups === undefined) built.set(stem, [group]);
      else groups.push(group);
    }
  }
  return built;
}
