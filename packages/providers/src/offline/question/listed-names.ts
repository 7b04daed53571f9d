import { NAME } from "./compared-items.js";

/** A question about several named things, as one question for each. */
export interface ListedNames {
  readonly names: readonly string[];
  /** The question of each thing alone, in the same order. */
  readonly questions: readonly string[];
}

const LIST = new RegExp(
  `(?:the\\s)?(${NAME})((?:,\\s(?:the\\s)?${NAME}){0,9}),?\\s(?:and|or|und|oder|et|ou|y|o)\\s(?:the\\s)?(${NAME})(?![\\p{L}\\p{N}])`,
  "u",
);
const LONGEST = 600;

/** The things a question lists by name, or null when it lists none. Linear in at most 600 characters. */
export function listedNames(text: string): ListedNames | null {
  const question = text.slice(0, LONGEST);
  // The first word of a sentence has a capital anyway, so it names nothing.
  const start = /^\W*\p{L}+/u.exec(question)?.[0].length ?? 0;
  const list = LIST.exec(question.slice(start));
  if (list === null) return null;
  const others = (list[2] ?? "").split(/,\s(?:the\s)?/).filter((name) => name !== "");
  const names = [list[1] as string, ...others, list[3] as string];
  const from = start + list.index;
  const before = question.slice(0, from);
  const after = question.slice(from + list[0].length);
  return { names, questions: names.map((name) => `${before}${name}${after}`) };
}
