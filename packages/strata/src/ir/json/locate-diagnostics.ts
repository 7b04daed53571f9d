import type { Diagnostic, Fix } from "../../diagnostic/diagnostic.js";
import type { Outcome } from "../../diagnostic/outcome.js";
import { type Location, locatePointers } from "./locate-pointers.js";

/** Codes that speak of a key rather than of its value. */
const KEY_CODES: ReadonlySet<number> = new Set([2005, 2011]);

/** Adds to diagnostics without a span where their path stands in `text`, which must be the JSON they were made from. */
export function locateDiagnostics<T>(text: string, outcome: Outcome<T>): Outcome<T> {
  if (outcome.diagnostics.every(({ span }) => span !== undefined)) return outcome;
  const pointers = outcome.diagnostics.filter(({ span }) => span === undefined).map(({ path }) => path);
  const located = locatePointers(text, pointers);
  const diagnostics = outcome.diagnostics.map((diagnostic) => withSpan(diagnostic, located.get(diagnostic.path)));
  diagnostics.sort((left, right) => (left.span?.start ?? 0) - (right.span?.start ?? 0));
  return { ...outcome, diagnostics };
}

function withSpan(diagnostic: Diagnostic, location: Location | undefined): Diagnostic {
  if (diagnostic.span !== undefined || location === undefined) return diagnostic;
  const key = KEY_CODES.has(diagnostic.code) ? location.key : null;
  const { code, severity, message, path, ...rest } = diagnostic;
  const fixes = key === null ? rest.fixes : rest.fixes?.flatMap((fix) => [fix, ...keyEdit(fix, key)]);
  return {
    code,
    severity,
    message,
    path,
    span: key ?? location.value,
    ...rest,
    ...(fixes === undefined ? {} : { fixes }),
  };
}

/** Renaming a field is, in text, an edit of its key alone. */
function keyEdit(fix: Fix, span: { start: number; end: number }): Fix[] {
  if (fix.kind !== "json_patch") return [];
  const added = fix.data.ops.find((op) => op.kind === "add");
  const name = added?.data.path.split("/").pop();
  if (name === undefined) return [];
  return [{ kind: "text_edit", data: { span, replacement: JSON.stringify(name) } }];
}
