import { type Diagnostic, type ParseOptions, parse } from "@pelorus/sttp";

/** Diagnostics in short: the code without its prefix and the text it is about, e.g. `STRAY_COMMA@,`. */
export function findings(text: string, options?: ParseOptions): string[] {
  return parse(text, options).diagnostics.map((diagnostic) => finding(diagnostic, text));
}

function finding({ code, span }: Diagnostic, text: string): string {
  const slice = text.slice(span.start, span.end);
  const short = code.slice("STTP_".length).replace("CONTENT_SCHEMA_", "C_");
  return `${short}@${slice.length > 64 ? `${slice.slice(0, 20)}…${slice.slice(-8)}` : slice}`;
}

/** The codes alone. */
export function codes(text: string): string[] {
  return findings(text).map((entry) => entry.slice(0, entry.indexOf("@")));
}
