import { type CheckOptions, checkProgram } from "../../src/check/check-program.js";
import type { Diagnostic } from "../../src/diagnostic/diagnostic.js";
import { programOf } from "../ir/programs.js";

/** What the checker says of a surface program. */
export function findings(text: string, options: CheckOptions = {}): readonly Diagnostic[] {
  return checkProgram(programOf(text), options).diagnostics;
}

/** Code and path of every finding but undeclared domains, which short programs leave out on purpose. */
export function verdict(text: string, options: CheckOptions = {}): string[] {
  return findings(text, options)
    .filter(({ code }) => code !== 2002)
    .map(({ code, path }) => `${code} ${path}`);
}

/** The codes alone. */
export function codes(text: string, options: CheckOptions = {}): number[] {
  return findings(text, options)
    .map(({ code }) => code)
    .filter((code) => code !== 2002);
}
