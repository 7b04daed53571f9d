import type { Frame } from "../frame/read-frame.js";
import { itemDocuments } from "../operations/item-documents.js";
import { asksForChoice } from "../operations/recommend.js";

/** A document to read, from a line on. */
export interface ReadingPlace {
  readonly path: string;
  /** Counted from 1; null: from the beginning. */
  readonly startLine: number | null;
}

const PATH = /(?<![\p{L}\p{N}/._-])[\p{L}\p{N}_-][\p{L}\p{N}/._-]{0,200}\.[a-z][a-z0-9]{0,5}(?![\p{L}\p{N}/_-])/giu;
/** Lines of a passage that goes on that are read at most. */
const PASSAGES_LOOKED_AT = 4;

/**
 * What is worth reading: documents the request names by path, each of the documents it compares, and what follows a
 * passage that ends in the middle.
 */
export function readingPlaces({ assignment, request, language, passages }: Frame): ReadingPlace[] {
  const named = [...`${assignment}\n${request}`.matchAll(PATH)].map(([path]) => path);
  const text = `${assignment}\n${request}`;
  const items = /\bcompar/iu.test(text) || asksForChoice(text) ? itemDocuments(text, language, passages) : [];
  const whole = [...new Set([...named, ...items.map(({ path }) => path)])];
  const continued = passages.slice(0, PASSAGES_LOOKED_AT).flatMap(({ path, lines, text: passage }) => {
    const goesOn =
      lines !== null &&
      /[:,]\s*$/.test(passage) &&
      !passages.some((other) => other.path === path && other.lines?.start === lines.end + 1);
    return goesOn ? [{ path, startLine: lines.end + 1 }] : [];
  });
  return [...whole.map((path) => ({ path, startLine: null })), ...continued];
}
