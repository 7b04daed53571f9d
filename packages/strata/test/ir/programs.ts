import { parseProgram } from "../../src/ir/json/load-program.js";
import type { Program } from "../../src/ir/program.js";
import { parseText } from "../../src/text/parse-text.js";

/** A program from surface text that is known to be right. */
export function programOf(text: string): Program {
  const outcome = parseText(text);
  if (!outcome.ok) throw new Error(outcome.diagnostics.map(({ message }) => message).join("; "));
  return outcome.value;
}

/** What a reader says of a document around one item: code and path of each diagnostic. */
export function itemVerdict(item: string): string[] {
  return verdict(`{"ir_version":"0.1.0","items":[${item}]}`);
}

/** What a reader says of a JSON text: code and path of each diagnostic. */
export function verdict(text: string): string[] {
  return parseProgram(text).diagnostics.map(({ code, path }) => `${code} ${path}`);
}
