import type { Unit } from "../text/unit.js";

/** A unit that is stated, under the heading that says what it is about where the unit itself does not. */
export interface Statement {
  readonly unit: Unit;
  /** Verbatim; null: the unit needs none. */
  readonly heading: string | null;
}

/**
 * Statements one per paragraph, each verbatim and followed by its source in brackets; rows stand under the names of their
 * columns, statements under the heading they need.
 */
export function writeStatements(statements: readonly Statement[]): string {
  const paragraphs: string[] = [];
  let above = "";
  for (const { unit, heading } of statements) {
    const stated = `${unit.text} [${unit.passage.ref}]`;
    const line = unit.kind === "row" ? unit.columns : (heading ?? "");
    const key = line === "" ? "" : `${unit.passage.path}\n${line}`;
    if (line === "") paragraphs.push(stated);
    else if (key === above) paragraphs[paragraphs.length - 1] += `\n${stated}`;
    else paragraphs.push(`${line}\n${stated}`);
    above = key;
  }
  return paragraphs.join("\n\n");
}

/** Most characters of a list. */
const LONGEST_LIST = 1100;

/** The items of a list in order, numbered, each with its source. */
export function writeSteps(items: readonly Unit[]): string {
  const lines: string[] = [];
  let characters = 0;
  for (const { text, passage } of items) {
    const line = `${lines.length + 1}. ${text} [${passage.ref}]`;
    characters += line.length + 1;
    if (lines.length > 0 && characters > LONGEST_LIST) break;
    lines.push(line);
  }
  return lines.join("\n");
}
