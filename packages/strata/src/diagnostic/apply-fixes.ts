import { applyPatch } from "./apply-patch.js";
import type { Diagnostic, TextSpan } from "./diagnostic.js";

/** What applying fixes gave, and how many of them were applied. */
export interface Repaired<T> {
  readonly value: T;
  readonly applied: number;
}

/**
 * Applies the first JSON patch of each diagnostic to a document (snake_case JSON), later paths first, so that a removal
 * does not move what another fix speaks of. A fix that no longer fits is passed over. The document is copied.
 */
export function applyJsonFixes(document: unknown, diagnostics: readonly Diagnostic[]): Repaired<unknown> {
  const patches = diagnostics.flatMap(({ path, fixes = [] }) => {
    const fix = fixes.find(({ kind }) => kind === "json_patch");
    return fix?.kind === "json_patch" ? [{ path, ops: fix.data.ops }] : [];
  });
  // Ties keep their order reversed too: the last diagnostic of a path first.
  patches.sort((left, right) => comparePaths(right.path, left.path));
  let value = document;
  let applied = 0;
  for (const { ops } of patches) {
    const patched = applyPatch(value, ops);
    if (patched === null) continue;
    value = patched;
    applied += 1;
  }
  return { value, applied };
}

/**
 * Applies the first text edit of each diagnostic to the text it was made from, the last edit first. An edit that
 * overlaps one already applied is passed over.
 */
export function applyTextFixes(text: string, diagnostics: readonly Diagnostic[]): Repaired<string> {
  const edits = diagnostics.flatMap(({ fixes = [] }) => {
    const fix = fixes.find(({ kind }) => kind === "text_edit");
    return fix?.kind === "text_edit" ? [fix.data] : [];
  });
  const sorted = edits.sort((left, right) => right.span.start - left.span.start || right.span.end - left.span.end);
  const pieces: string[] = [];
  let applied = 0;
  let before: TextSpan = { start: text.length, end: text.length };
  let rest = text.length;
  for (const { span, replacement } of sorted) {
    const same = span.start === before.start && span.end === before.end && applied > 0 && span.start !== span.end;
    if (same || span.end > rest || span.start < 0) continue;
    pieces.push(text.slice(span.end, rest), replacement);
    rest = span.start;
    before = span;
    applied += 1;
  }
  pieces.push(text.slice(0, rest));
  return { value: pieces.reverse().join(""), applied };
}

function comparePaths(left: string, right: string): number {
  const first = left.split("/");
  const second = right.split("/");
  for (let index = 0; index < Math.min(first.length, second.length); index += 1) {
    if (first[index] === second[index]) continue;
    const numbers = [Number(first[index]), Number(second[index])] as const;
    if (Number.isInteger(numbers[0]) && Number.isInteger(numbers[1])) return numbers[0] - numbers[1];
    return first[index]! < second[index]! ? -1 : 1;
  }
  return first.length - second.length;
}
