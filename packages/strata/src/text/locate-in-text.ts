import type { Diagnostic, Fix, PatchOp, TextSpan } from "../diagnostic/diagnostic.js";
import type { Outcome } from "../diagnostic/outcome.js";
import { pointerSegments } from "../diagnostic/pointer.js";
import { loadProgram } from "../ir/json/load-program.js";
import { locateDiagnostics } from "../ir/json/locate-diagnostics.js";
import type { Program } from "../ir/program.js";
import type { Term } from "../ir/term.js";
import { IR_VERSION } from "../ir/version.js";
import { parseTextWithSpans } from "./parse-text.js";
import { printName, printTerm, printVariable } from "./print-term.js";
import { printItem } from "./print-text.js";
import { TextSpans } from "./text-spans.js";

/**
 * Adds spans to diagnostics of a program that was read from `text`, JSON or surface, and for surface text the text
 * edits their fixes amount to. `checkProgram` sees no text, so this is how its findings get their place.
 */
export function locateInText<T>(text: string, outcome: Outcome<T>): Outcome<T> {
  if (isJsonText(text)) return locateDiagnostics(text, outcome);
  const spans = new TextSpans();
  const parsed = parseTextWithSpans(text, {}, spans);
  if (!parsed.ok) return outcome;
  const diagnostics = outcome.diagnostics.map((each) => locate(each, text, parsed.value, spans));
  return { ...outcome, diagnostics };
}

/** Whether a text is JSON rather than surface syntax: no item of the latter begins with a brace. */
export function isJsonText(text: string): boolean {
  const first = text.trimStart()[0];
  return first === "{" || first === "[";
}

function locate(diagnostic: Diagnostic, text: string, program: Program, spans: TextSpans): Diagnostic {
  if (diagnostic.span !== undefined || !diagnostic.path.startsWith("/items/")) return diagnostic;
  const span = spanOf(diagnostic.path, program, spans);
  if (span === undefined) return diagnostic;
  const { code, severity, message, path, fixes, ...rest } = diagnostic;
  const edited = fixes?.flatMap((fix) => [fix, ...textEdit(fix, text, program, spans)]);
  return { code, severity, message, path, span, ...rest, ...(edited === undefined ? {} : { fixes: edited }) };
}

/** The span of the innermost part on the way to `pointer` that has one; of the name, where the pointer ends in it. */
function spanOf(pointer: string, program: Program, spans: TextSpans): TextSpan | undefined {
  let node: unknown = program;
  let found: TextSpan | undefined;
  for (const segment of pointerSegments(pointer)) {
    const name = segment === "pred" ? spans.name(node) : undefined;
    if (name !== undefined) return name;
    if (typeof node !== "object" || node === null || !Object.hasOwn(node, segment)) return found;
    node = (node as Readonly<Record<string, unknown>>)[segment];
    found = spans.node(node) ?? found;
  }
  return found;
}

/** The edit of the text that a patch of one operation amounts to, where there is one. */
function textEdit(fix: Fix, text: string, program: Program, spans: TextSpans): Fix[] {
  if (fix.kind !== "json_patch" || fix.data.ops.length !== 1) return [];
  const op = fix.data.ops[0]!;
  if (op.kind === "remove") return [];
  if (op.kind === "add") return op.data.path === "/items/-" ? appendItem(text, op.data.value) : [];
  const replacement = replacementText(op, program);
  const span = spanOf(op.data.path, program, spans);
  return replacement === null || span === undefined ? [] : [{ kind: "text_edit", data: { span, replacement } }];
}

function appendItem(text: string, value: unknown): Fix[] {
  const loaded = loadProgram({ ir_version: IR_VERSION, items: [value] });
  if (!loaded.ok) return [];
  const span = { start: text.length, end: text.length };
  const line = text === "" || text.endsWith("\n") ? "" : "\n";
  return [{ kind: "text_edit", data: { span, replacement: `${line}${printItem(loaded.value.items[0]!)}\n` } }];
}

function replacementText(op: Extract<PatchOp, { kind: "replace" }>, program: Program): string | null {
  const segments = pointerSegments(op.data.path);
  const last = segments[segments.length - 1];
  const { value } = op.data;
  if (typeof value === "string") {
    if (last === "pred") return printName(value);
    const owner = nodeAt(program, segments.slice(0, -2)) as { kind?: string } | undefined;
    if (last !== "name" || owner === undefined) return null;
    if (owner.kind === "var") return printVariable(value);
    const inList = segments[segments.length - 4] === "args";
    return inList && (owner.kind === "const" || owner.kind === "domain") ? printName(value) : null;
  }
  const isTerm = segments[segments.length - 2] === "args" && typeof value === "object" && value !== null;
  return isTerm ? printTerm(value as Term) : null;
}

function nodeAt(program: Program, segments: readonly string[]): unknown {
  let node: unknown = program;
  for (const segment of segments) {
    if (typeof node !== "object" || node === null || !Object.hasOwn(node, segment)) return undefined;
    node = (node as Readonly<Record<string, unknown>>)[segment];
  }
  return node;
}
