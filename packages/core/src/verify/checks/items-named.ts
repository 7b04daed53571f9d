import { asksForChoice, type ComparedItem } from "../asked/compared-items.js";
import { failed, type OutputCheck, passed, SERIOUS, undecided } from "../output-check.js";
import { wordKey } from "../reading/content-key.js";
import type { TextReading } from "../reading/text-reading.js";

/** Every item the request names for comparison appears (COMPARE). */
export const itemsNamedCheck: OutputCheck = {
  id: "items-named",
  weight: SERIOUS,
  states({ comparedItems }) {
    if (comparedItems.length === 0) return null;
    const names = comparedItems.slice(0, 4).map(({ name }) => (name.length > 24 ? `${name.slice(0, 23)}…` : name));
    return `names ${names.join(", ")}`;
  },
  examine({ asked, output }) {
    if (asked.comparedItems.length === 0) return null;
    const words = keysOfWords(output);
    const initials = output.words;
    const missing = asked.comparedItems.filter((item) => !isNamed(item, words) && !initials.has(initialsOf(item.name)));
    if (missing.length === 0) return passed("Every item is named.");
    // POS-VER-01: a one-line verdict may name the winner alone.
    if (missing.length < asked.comparedItems.length && output.scanned.wordCount <= 6) return null;
    if (missing.length < asked.comparedItems.length && asksForChoice(asked.instruction.text)) {
      return undecided(`${missing[0]?.name ?? ""} is not named; a choice between the items was asked for.`);
    }
    return failed(`Treat every item: ${missing.map(({ name }) => name).join(", ")} does not appear.`);
  },
};

/** Keys of all words, whether or not they have content: an item may be called "Go" or "C". */
export function keysOfWords({ scanned }: TextReading, first = 0, last = scanned.words.length): Set<string> {
  const keys = new Set<string>();
  for (let at = first; at < last; at += 1) keys.add(wordKey(scanned.words[at] as string));
  return keys;
}

export function isNamed(item: ComparedItem, keys: ReadonlySet<string>): boolean {
  return item.keys.some((key) => keys.has(key));
}

function initialsOf(name: string): string {
  const initials = name
    .split(/[\s-]+/)
    .map((word) => word.charAt(0).toLowerCase())
    .join("");
  return initials.length > 1 ? initials : "\0";
}
