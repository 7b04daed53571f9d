import { presence, wordBag } from "../answer/coverage.js";
import type { Passage } from "../frame/passage.js";
import type { Language } from "../language/function-words.js";
import { readQuestion } from "../question/read-question.js";
import { wordsOf } from "../text/words.js";

/** One of several things that have a document each. */
export interface ItemDocument {
  readonly path: string;
  /** Words of its title that no other has, as they stand; the first is the one it goes by. */
  readonly names: readonly string[];
  readonly passages: readonly Passage[];
}

/** Most things that are set side by side. */
const MOST = 6;

/**
 * The documents a request calls by a common name ("the two proposals"): those whose titles have a word of the request and
 * differ in their proper names. Empty when fewer than two do.
 */
export function itemDocuments(text: string, language: Language, passages: readonly Passage[]): ItemDocument[] {
  const documents = new Map<string, Passage[]>();
  for (const passage of passages) {
    const known = documents.get(passage.path);
    if (known === undefined) documents.set(passage.path, [passage]);
    else known.push(passage);
  }
  const titled = [...documents].map(([path, own]) => ({ path, passages: own, title: titleOf(own) }));
  for (const term of readQuestion(text, language).terms) {
    if (term.isName) continue;
    const called = titled.filter(({ title }) => presence(term, wordBag(title, language)) === 1);
    if (called.length < 2 || called.length > MOST) continue;
    const items = called.map(({ path, passages: own, title }) => ({
      path,
      passages: own,
      names: ownNames(
        title,
        called.flatMap((other) => (other.path === path ? [] : [other.title])),
      ),
    }));
    if (items.every(({ names }) => names.length > 0)) return items;
  }
  return [];
}

/** The outermost heading above a document's passages, or the one it begins with. */
function titleOf(passages: readonly Passage[]): string {
  const above = passages.find(({ headings }) => headings.length > 0)?.headings[0];
  if (above !== undefined) return above;
  const first = passages.find(({ lines }) => lines?.start === 1)?.text ?? "";
  return /^#{1,6}\s+(\S.*)$/m.exec(first)?.[1] ?? "";
}

/** Capitalised words of a title that the other titles do not have; its first word has a capital anyway. */
function ownNames(title: string, others: readonly string[]): string[] {
  const foreign = new Set(others.flatMap((other) => wordsOf(other).map(({ folded }) => folded)));
  return wordsOf(title)
    .slice(1)
    .flatMap(({ form, folded }) => (/^\p{Lu}/u.test(form) && !foreign.has(folded) ? [form] : []));
}
