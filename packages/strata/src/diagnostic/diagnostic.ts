import type { Atom } from "../ir/term.js";

/** An `error` refuses what was asked for; a `warning` does not; a `note` says that the list was cut. */
export type Severity = "error" | "warning" | "note";

/** Half-open UTF-16 offsets into the JSON or surface text that was given. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** One operation of the RFC 6902 subset that fixes use. `value` is JSON, in the document's own (snake_case) form. */
export type PatchOp =
  | { readonly kind: "add"; readonly data: { readonly path: string; readonly value: unknown } }
  | { readonly kind: "remove"; readonly data: { readonly path: string } }
  | { readonly kind: "replace"; readonly data: { readonly path: string; readonly value: unknown } };

/** A repair that is certain: applied alone, it removes the problem and changes nothing else. */
export type Fix =
  | { readonly kind: "json_patch"; readonly data: { readonly ops: readonly PatchOp[] } }
  | { readonly kind: "text_edit"; readonly data: { readonly span: TextSpan; readonly replacement: string } };

/** The fields a code carries as data: budget codes, refused features, input cells, the token as written, a cycle. */
export interface DiagnosticDetail {
  readonly budget?: string;
  readonly limit?: number;
  readonly used?: number;
  readonly feature?: string;
  readonly row?: number;
  readonly column?: number;
  readonly reason?: string;
  readonly token?: string;
  readonly cycle?: readonly Atom[];
}

/**
 * What went wrong, as data. `code` is a key of {@link DIAGNOSTIC_CODES}; `path` is a JSON Pointer into the program
 * (`/facts/…` for host facts, `/prelude/…` for a prelude); `hint` says what to write instead.
 */
export interface Diagnostic {
  readonly code: number;
  readonly severity: Severity;
  readonly message: string;
  readonly path: string;
  readonly span?: TextSpan;
  readonly hint?: string;
  readonly fixes?: readonly Fix[];
  readonly detail?: DiagnosticDetail;
}
