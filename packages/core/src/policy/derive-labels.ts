import type { CapabilityDescriptor } from "../contract/capability.js";
import type { EstablishedFact } from "../contract/state.js";
import { walkArguments } from "./walk-arguments.js";

/** Lengths of an argument's whole text that is looked for in facts; of longer ones the telling words are. */
const SHORTEST_TEXT = 4;
const LONGEST_TEXT = 200;

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
    const passed = passedTexts(args);
    for (const fact of labelled) {
      // POS-POL-02: labels travel with the values of a fact, into whatever call they are put.
      if (carries(passed, fact.statement)) for (const label of fact.labels ?? []) labels.add(label);
    }
  }
  return [...labels].sort();
}

interface PassedText {
  readonly text: string;
  readonly words: readonly string[];
}

/** Every name and scalar of the arguments, lower case. */
interface PassedTexts {
  readonly words: ReadonlySet<string>;
  readonly texts: readonly PassedText[];
}

function passedTexts(args: Readonly<Record<string, unknown>>): PassedTexts {
  const texts = new Set<string>();
  walkArguments(args, {
    name: (name) => texts.add(name.toLowerCase()),
    leaf: (leaf) => {
      if (typeof leaf === "string" || typeof leaf === "number") texts.add(String(leaf).toLowerCase().trim());
    },
  });
  const read = [...texts].map((text) => ({ text, words: words(text) }));
  return { words: new Set(read.flatMap((passed) => passed.words)), texts: read };
}

function carries(passed: PassedTexts, statement: string): boolean {
  if (tellingWords(statement).some((word) => passed.words.has(word))) return true;
  const text = statement.toLowerCase();
  const own = new Set(words(text));
  const isQuoted = quotedTexts(text).some((quoted) => {
    const first = words(quoted)[0];
    return (
      (first === undefined || passed.words.has(first)) && passed.texts.some((other) => standsIn(quoted, other.text))
    );
  });
  return (
    isQuoted ||
    passed.texts.some(
      (other) =>
        other.text.length >= SHORTEST_TEXT &&
        other.text.length <= LONGEST_TEXT &&
        // Most texts have a word that the statement has not: no need to search for them.
        other.words.every((word) => own.has(word)) &&
        standsIn(other.text, text),
    )
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
  return [...text.matchAll(/"([^"]{2,200})"|„([^“]{2,200})“|“([^”]{2,200})”|«([^»]{2,200})»/g)].map(
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
