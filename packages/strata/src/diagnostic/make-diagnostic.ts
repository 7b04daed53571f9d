import { DIAGNOSTIC_CODES, type DiagnosticCode } from "./codes.js";
import type { Diagnostic, DiagnosticDetail, Fix, Severity, TextSpan } from "./diagnostic.js";

/** What a diagnostic may say beyond code, path and message. */
export interface DiagnosticExtras {
  readonly severity?: Severity;
  readonly span?: TextSpan;
  readonly hint?: string;
  readonly fixes?: readonly Fix[];
  readonly detail?: DiagnosticDetail;
}

/** Builds a diagnostic with the usual severity of its code; absent extras are absent fields. */
export function makeDiagnostic(
  code: DiagnosticCode,
  path: string,
  message: string,
  extras: DiagnosticExtras = {},
): Diagnostic {
  const { severity = DIAGNOSTIC_CODES[code].severity, span, hint, fixes, detail } = extras;
  return {
    code,
    severity,
    message,
    path,
    ...(span === undefined ? {} : { span }),
    ...(hint === undefined ? {} : { hint }),
    ...(fixes === undefined || fixes.length === 0 ? {} : { fixes }),
    ...(detail === undefined ? {} : { detail }),
  };
}
