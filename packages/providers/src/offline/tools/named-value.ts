import { FUNCTION_WORDS } from "../language/function-words.js";
import { fold, type Word, wordsOf } from "../text/words.js";

/** Tokens that are ids: letters with digits, or long numbers. */
const ID =
  /(?<![\p{L}\p{N}])(?:\p{Lu}{1,6}[-_/]?\d[\p{L}\p{N}_-]*|\p{L}+\d[\p{L}\p{N}_-]*|\d{3,}(?![.,:]?\d))(?![\p{L}\p{N}])/gu;
const ID_NAME = /(?:^|_)(?:id|ids|number|no|code|sku|key|ref|reference)$/i;
/** Words before the object of a request that names no property: "the price of …", "a report on …". */
const BEFORE_OBJECT = /^(?:of|for|about|on|named|called)$/;
/** Verbs that end a phrase: "what does the torque wrench cost". */
const ENDS = /^(?:cost|costs|have|has|is|are|was|weigh|weighs|due|over|since|until|from|to|in|at|with|by)$/;
/** Longest token that a pattern of a schema is tried on. */
const LONGEST_TOKEN = 80;

/** The token of a text that a schema's pattern allows; undefined without one, or for a pattern that is none. */
export function patternValue(text: string, pattern: string): string | undefined {
  let allowed: RegExp;
  try {
    allowed = new RegExp(pattern, "u");
  } catch {
    return undefined;
  }
  return text
    .split(/[\s,;?!"'()]+/)
    .map((token) => token.replace(/[.:]$/, ""))
    .find((token) => token !== "" && token.length <= LONGEST_TOKEN && allowed.test(token));
}

/**
 * What a request says of a property: what follows its name ("customer C-4471", "product torque wrench"), an id where the
 * property is one, or the object of the request ("the price of 3 brass hinges"). Undefined where it says nothing.
 */
export function namedValue(name: string, text: string): string | undefined {
  const words = wordsOf(text);
  const parts = name
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, "_")
    .toLowerCase()
    .split(/[\s_-]+/)
    .filter((part) => !/^(?:id|name|number|code|no|key|the)$/.test(part));
  if (ID_NAME.test(name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, "_"))) return idBeside(words, text, parts);
  for (const [at, { folded }] of words.entries()) {
    if (!parts.includes(folded)) continue;
    const found = phraseFrom(words, text, at + 1);
    if (found !== undefined) return found;
  }
  const object = words.findLastIndex(({ folded }) => BEFORE_OBJECT.test(folded));
  return object < 0 ? undefined : phraseFrom(words, text, object + 1);
}

function idBeside(words: readonly Word[], text: string, parts: readonly string[]): string | undefined {
  const ids = [...text.matchAll(ID)];
  const named = words.find(({ folded }) => parts.includes(folded));
  const behind = named === undefined ? undefined : ids.find(({ index }) => index >= named.end);
  return (behind ?? ids[0])?.[0];
}

/** The content words from a place on, up to a mark, a verb or a word that carries structure; a count before them is left out. */
function phraseFrom(words: readonly Word[], text: string, from: number): string | undefined {
  let start = from;
  while (/^(?:the|a|an|our|my|this|\d+)$/.test(words[start]?.folded ?? "")) start += 1;
  let end = start;
  while (end < words.length && continues(words, text, start, end)) end += 1;
  if (end === start) return undefined;
  return text.slice((words[start] as Word).start, (words[end - 1] as Word).end);
}

function continues(words: readonly Word[], text: string, start: number, at: number): boolean {
  const { form, start: begins } = words[at] as Word;
  const word = fold(form);
  if (FUNCTION_WORDS.en.has(word) || ENDS.test(word)) return false;
  return at === start || !/[,;:.?!]/.test(text.slice((words[at - 1] as Word).end, begins));
}
