import type { Diagnostic } from "./diagnostic.js";

/** A value with its warnings, or the reasons why there is none. Nothing a document contains throws (STRATA-BUD-03). */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T; readonly diagnostics: readonly Diagnostic[] }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };
