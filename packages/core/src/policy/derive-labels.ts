import type { CapabilityDescriptor } from "../contract/capability.js";
import type { EstablishedFact } from "../contract/state.js";
import { walkArguments } from "./walk-arguments.js";

/** Shortest text of an argument that is looked for in facts. */
const SHORTEST_TEXT = 4;

/**
 * Labels of the data a call carries, sorted: those of the capability, and those of every valid fact one of whose values
 * occurs in the arguments. A fact's values are its quoted texts, names, numbers, addresses and other words with a digit;
 * an argument's whole text that stands in a fact counts as well.
 */
export function deriveLabels(
  descriptor: Pick<CapabilityDescriptor, "metadata">,
  args: Readonly<Record<string, unknown>>,
  facts: readonly Pick<EstablishedFact, "statement" | "labels" | "invalidated">[],
): string[] {
  const labels = new Set(descriptor.metadata?.dataLabels);
  const labelled = facts.filter((fact) => !fact.invalidated && (fact.labels?.length ?? 0) > 0);
  if (labelled.length > 0) {
    const texts: string[] = [];
    walkArguments(args, {
      name: (name) => texts.push(name.toLowerCase()),
      leaf: (leaf) => {
        if (typeof leaf === "string" || typeof leaf === "number") texts.push(String(leaf).toLowerCase().trim());
      },
    });
    const passed = { words: new Set(texts.flatMap(words)), texts };
    for (const fact of labelled) {
      // POS-POL-02: labels travel with the values of a fact, into whatever call they are put.
      if (carries(passed, fact.statement)) for (const label of fact.labels ?? []) labels.add(label);
    }
  }
  return [...labels].sort();
}

interface PassedTexts {
  readonly words: ReadonlySet<string>;
  readonly texts: readonly string[];
}

function carries(passed: PassedTexts, statement: string): boolean {
  const text = statement.toLowerCase();
  return (
    tellingWords(statement).some((word) => passed.words.has(word)) ||
    passed.texts.some((argument) => argument.length >= SHORTEST_TEXT && standsIn(argument, text)) ||
    quotedTexts(text).some((quoted) => passed.texts.some((argument) => standsIn(quoted, argument)))
  );
}

/** Words that tell one fact from another: with a digit (two at least, or letters beside it), or a name. */
function tellingWords(statement: string): string[] {
  const telling: string[] = [];
  for (const match of statement.matchAll(WORD)) {
    const word = match[0];
    const isNumber = /\d/.test(word) && word.length >= 2;
    const startsSentence = /(?:^|[.!?:]\s+)$/.test(statement.slice(Math.max(0, match.index - 3), match.index));
    const isName = /^\p{Lu}/u.test(word) && word.length >= 3 && !startsSentence;
    if (isNumber || isName || word.includes("@")) telling.push(word.toLowerCase());
  }
  return telling;
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}@._%+-]*[\p{L}\p{N}]|[\p{L}\p{N}]/gu;

function words(text: string): string[] {
  return text.match(WORD) ?? [];
}

function quotedTexts(text: string): string[] {
  return [...text.matchAll(/"([^"]{2,})"|„([^“]{2,})“|“([^”]{2,})”|«([^»]{2,})»/g)].map(
    (match) => match.slice(1).find((part) => part !== undefined) as string,
  );
}

/** Whether `part` occurs in `whole` and does not begin or end inside a word. */
function standsIn(part: string, whole: string): boolean {
  for (let at = whole.indexOf(part); at >= 0; at = whole.indexOf(part, at + 1)) {
    const before = whole.slice(Math.max(0, at - 1), at);
    const after = whole.slice(at + part.length, at + part.length + 1);
    if (!/[\p{L}\p{N}]/u.test(before) && !/[\p{L}\p{N}]/u.test(after)) return true;
  }
  return false;
}
