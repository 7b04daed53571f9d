import type { Diagnostic, Fix, PatchOp, TextSpan } from "../../diagnostic/diagnostic.js";
import type { Outcome } from "../../diagnostic/outcome.js";
import { type Location, locatePointers } from "./locate-pointers.js";

/** Codes that speak of a key rather than of its value. */
const KEY_CODES: ReadonlySet<number> = new Set([2005, 2011]);

/**
 * Adds to diagnostics without a span where their path stands in `text`, which must be the JSON they were made from, and
 * to their patches the text edits they amount to, where those are plain.
 */
export function locateDiagnostics<T>(text: string, outcome: Outcome<T>): Outcome<T> {
  if (outcome.diagnostics.every(isPlaced)) return outcome;
  const located = locatePointers(text, outcome.diagnostics.filter((each) => !isPlaced(each)).flatMap(pointersOf));
  const diagnostics = outcome.diagnostics.map((each) => (isPlaced(each) ? each : place(each, text, located)));
  diagnostics.sort((left, right) => startOf(left) - startOf(right));
  return { ...outcome, diagnostics };
}

/** Has its span, or, as a note about the list itself, wants none. */
function isPlaced({ span, severity }: Diagnostic): boolean {
  return span !== undefined || severity === "note";
}

function startOf({ severity, span }: Diagnostic): number {
  return severity === "note" ? Number.POSITIVE_INFINITY : (span?.start ?? 0);
}

function pointersOf({ path, fixes = [] }: Diagnostic): string[] {
  const patched = fixes.flatMap((fix) => (fix.kind === "json_patch" ? fix.data.ops.map((op) => op.data.path) : []));
  return [
    path,
    ...patched,
    ...patched.filter((pointer) => pointer.endsWith("/-")).map((pointer) => pointer.slice(0, -2)),
  ];
}

type Located = ReadonlyMap<string, Location>;

function place(diagnostic: Diagnostic, text: string, located: Located): Diagnostic {
  const location = located.get(diagnostic.path);
  if (location === undefined) return diagnostic;
  const { code, severity, message, path, fixes, ...rest } = diagnostic;
  const edited = fixes?.flatMap((fix) => [fix, ...textEdit(fix, text, located)]);
  const key = KEY_CODES.has(code) ? location.key : null;
  const span = key ?? location.value;
  return { code, severity, message, path, span, ...rest, ...(edited === undefined ? {} : { fixes: edited }) };
}

function textEdit(fix: Fix, text: string, located: Located): Fix[] {
  if (fix.kind !== "json_patch") return [];
  const [first, second] = fix.data.ops;
  const edit = second === undefined ? singleEdit(first, text, located) : renameEdit(fix.data.ops, located);
  return edit === null ? [] : [{ kind: "text_edit", data: edit }];
}

interface Edit {
  readonly span: TextSpan;
  readonly replacement: string;
}

function singleEdit(op: PatchOp | undefined, text: string, located: Located): Edit | null {
  if (op?.kind === "replace") {
    const value = located.get(op.data.path)?.value;
    return value === undefined ? null : { span: value, replacement: JSON.stringify(op.data.value) };
  }
  if (op?.kind !== "add" || !op.data.path.endsWith("/-")) return null;
  const list = located.get(op.data.path.slice(0, -2))?.value;
  if (list === undefined) return null;
  const end = list.end - 1;
  const empty = text.slice(list.start + 1, end).trim() === "";
  return { span: { start: end, end }, replacement: `${empty ? "" : ","}${JSON.stringify(op.data.value)}` };
}

/** Moving one field to another name of the same object is, in text, an edit of its key alone. */
function renameEdit(ops: readonly PatchOp[], located: Located): Edit | null {
  const [from, to] = ops;
  if (ops.length !== 2 || from?.kind !== "remove" || to?.kind !== "add") return null;
  const parent = (pointer: string) => pointer.slice(0, pointer.lastIndexOf("/"));
  const span = located.get(from.data.path)?.key ?? null;
  if (span === null || parent(from.data.path) !== parent(to.data.path)) return null;
  return { span, replacement: JSON.stringify(to.data.path.slice(parent(to.data.path).length + 1)) };
}
