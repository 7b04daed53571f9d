import { CONCEPT_GROUPS } from "./concepts.js";
import { EVERYDAY_CONCEPTS } from "./everyday-concepts.js";
import { wordStem } from "./word-stem.js";

/** What an English stem may stand for, and what may stand for it: numbers of groups. */
export interface Concepts {
  /** Groups of which the word, in a question, is answered by any member. */
  readonly asks: readonly number[];
  /** Groups the word is a member of. */
  readonly serves: readonly number[];
}

const GROUPS: readonly string[] = [...CONCEPT_GROUPS, ...EVERYDAY_CONCEPTS];

let index: ReadonlyMap<string, Concepts> | undefined;
const NONE: Concepts = { asks: [], serves: [] };

/** The groups of an English stem; none for most. */
export function conceptsOf(stem: string): Concepts {
  index ??= buildIndex();
  return index.get(stem) ?? NONE;
}

/** Whether the words of a group stand for one another in most contexts, and not in some alone. */
export function isClose(group: number): boolean {
  return group < CONCEPT_GROUPS.length;
}

/** The words that may stand for a word of the group, as they are written in the table. */
export function conceptWords(group: number): readonly string[] {
  return (GROUPS[group] ?? "").split(" ").filter((word) => word !== ">");
}

function buildIndex(): ReadonlyMap<string, Concepts> {
  const built = new Map<string, { asks: number[]; serves: number[] }>();
  for (const [group, line] of GROUPS.entries()) {
    const [general = "", special = ""] = line.split(" > ");
    for (const [words, asks] of [
      [general, true],
      [special, false],
    ] as const) {
      for (const word of words.split(" ")) {
        if (word === "") continue;
        const stem = wordStem(word, "en");
        const concepts = built.get(stem) ?? { asks: [], serves: [] };
        built.set(stem, concepts);
        if (!concepts.serves.includes(group)) concepts.serves.push(group);
        if (asks && !concepts.asks.includes(group)) concepts.asks.push(group);
      }
    }
  }
  return built;
}
