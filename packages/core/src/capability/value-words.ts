import { splitWords } from "./split-words.js";

/** Characters that are looked at: what a person states comes early. */
const REACH = 2_000;
/** Share of capitalised words from which on they are a way to write and no names. */
const MOST_NAMES = 0.5;

/** A capitalised word that begins no sentence. */
const NAME = /(?<![.!?:]\s{0,3})(?<=\s)\p{Lu}[\p{L}\p{M}'’-]{0,40}/gu;

/** Words that say when. */
const TIMES: ReadonlySet<string> = new Set(
  (
    "now today tomorrow yesterday tonight weekend morning afternoon evening noon midnight time day week month year right " +
    "currently monday tuesday wednesday thursday friday saturday sunday january february march april june july august " +
    "september october november december"
  ).split(" "),
);

/**
 * Words of a request that name something or say when, in lower case: values a capability is called with, which
 * its description has no reason to hold.
 */
export function valueWords(text: string): Set<string> {
  const read = text.slice(0, REACH);
  const words = splitWords(read);
  const values = new Set(words.filter((word) => TIMES.has(word)));
  const names = [...read.matchAll(NAME)].flatMap(([name]) => splitWords(name));
  if (names.length < MOST_NAMES * words.length) for (const name of names) values.add(name);
  return values;
}
