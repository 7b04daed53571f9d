import {
  type Diagnostic,
  type Fact,
  isJsonText,
  type Outcome,
  type Program,
  parseFacts,
  parseProgram,
  parseText,
  renderDiagnostics,
} from "@pelorus/strata";
import { readInput } from "./read-input.js";
import type { Terminal } from "./terminal.js";
import { UsageError } from "./usage-error.js";

/** A program from JSON or surface text; which of the two it is its first character tells. */
export function programFrom(text: string): Outcome<Program> {
  return isJsonText(text) ? parseProgram(text) : parseText(text);
}

/** The facts of a file: a facts document, or surface text that states facts only. Throws `UsageError` for others. */
export async function readFacts(path: string | undefined, terminal: Terminal): Promise<readonly Fact[]> {
  if (path === undefined) return [];
  const text = await readInput(path, terminal);
  if (isJsonText(text)) {
    const read = parseFacts(text);
    if (!read.ok) throw notFacts(path, text, read.diagnostics);
    return read.value.facts;
  }
  const read = parseText(text);
  if (!read.ok) throw notFacts(path, text, read.diagnostics);
  return read.value.items.map((item) => {
    if (item.kind === "fact") return item.data;
    throw new UsageError("facts_invalid", `${path} holds a ${item.kind}; only facts belong there.`);
  });
}

function notFacts(path: string, text: string, diagnostics: readonly Diagnostic[]): UsageError {
  return new UsageError("facts_invalid", `${path} holds no facts:\n${renderDiagnostics(diagnostics, { text })}`);
}
