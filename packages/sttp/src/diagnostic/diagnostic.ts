import type { LayerKind } from "../source/glyph.js";
import type { Path, Span } from "../source/span.js";
import { type DiagnosticCode, diagnosticTable, type Recovery, type Severity } from "./table.js";

/** Facts of one occurrence, from which its message is made. */
export type DiagnosticData = Readonly<Record<string, string | number>>;

/** One finding. Code, span, strict impact and recovery are stable; the wording of `message` is not. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** Whether it makes the text strict-invalid. */
  readonly strictImpact: boolean;
  readonly message: string;
  /** Where, in UTF-16 code units of the text that was read; it may be empty. */
  readonly span: Span;
  readonly recovery: Recovery;
  readonly layer?: LayerKind;
  /** The layer and the keys and indices down to what is meant, where there is such a place. */
  readonly path?: Path;
  /** Further places that explain it, such as the earlier of two layers of one kind. */
  readonly related?: readonly Span[];
  /** What `messageOf` and `adviceOf` fill their sentences with. */
  readonly data?: DiagnosticData;
}

/** How many diagnostics of each severity were found, those dropped by a limit included. */
export interface DiagnosticCounts {
  readonly fatal: number;
  readonly error: number;
  readonly warning: number;
  readonly info: number;
}

/** What of a diagnostic is not in the table. */
export interface DiagnosticDetail {
  readonly layer?: LayerKind;
  readonly path?: Path;
  readonly related?: readonly Span[];
  readonly data?: DiagnosticData;
}

export function createDiagnostic(code: DiagnosticCode, span: Span, detail: DiagnosticDetail = {}): Diagnostic {
  const { severity, strictImpact, recovery } = diagnosticTable[code];
  const message = messageOf(code, detail.data);
  return { code, severity, strictImpact, message, span, recovery, ...detail };
}

/** STTP-D-02: a pure function of the code and the data. */
export function messageOf(code: DiagnosticCode, data: DiagnosticData = {}): string {
  // STTP-D-02: nothing but the code and the data.
  return fill(diagnosticTable[code].message, data);
}

/** What a writer should do about a diagnostic; a pure function of code and data as well. */
export function adviceOf(code: DiagnosticCode, data: DiagnosticData = {}): string {
  return fill(diagnosticTable[code].advice, data);
}

function fill(template: string, data: DiagnosticData): string {
  const facts = new Map(Object.entries(data));
  // Templates are rows of our own table, so their length bounds the work; names from the input are only inserted.
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => excerpt(facts.get(name) ?? whole));
}

function excerpt(fact: string | number): string {
  const text = String(fact);
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`;
}
