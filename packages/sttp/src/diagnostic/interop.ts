import { type DiagnosticCode, diagnosticTable } from "./table.js";

/**
 * STTP-P-10: our code for a code of an existing STTP reader, or null for one we do not know. A code that both sides
 * use keeps its own row; one that several rows name as nearest yields the first of them.
 */
export function fromInteropCode(code: string): DiagnosticCode | null {
  if (typeof code !== "string") throw new TypeError("code must be a string");
  if (Object.hasOwn(diagnosticTable, code)) return code as DiagnosticCode;
  for (const [own, row] of Object.entries(diagnosticTable)) {
    if (row.interop === code) return own as DiagnosticCode;
  }
  return null;
}
