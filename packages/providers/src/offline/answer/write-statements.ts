import type { Answer, Statement } from "./answer.js";

/** An answer as prose: its own sentence, then statements one per paragraph, each followed by its source in brackets. */
export function writeProse({ lead, statements, layout, text }: Answer): string {
  const body = layout === "steps" ? writeSteps(statements) : writeStatements(statements);
  return [lead, body, text].filter((part) => part !== "").join("\n\n");
}

/** The end of a sentence before its source. */
const ENDS = /[.!?]["'”’)]* \[[^\]]*\]$/u;

/** Statements verbatim; rows stand under the names of their columns, statements under the heading they need. */
export function writeStatements(statements: readonly Statement[]): string {
  const paragraphs: string[] = [];
  let above = "";
  let path = "";
  for (const { unit, heading } of statements) {
    const written = `${unit.text} [${unit.passage.ref}]`;
    const line = unit.kind === "row" ? unit.columns : (heading ?? "");
    // Two documents may have the same point; the columns of two tables are never the same by right.
    const key = unit.kind === "row" ? `${unit.passage.path}\n${line}` : line;
    // What has no end of its own would read on in another document.
    const goesOn = path === unit.passage.path || ENDS.test(paragraphs.at(-1) ?? "");
    path = unit.passage.path;
    if (line === "") paragraphs.push(written);
    else if (key === above && goesOn) paragraphs[paragraphs.length - 1] += `\n${written}`;
    else paragraphs.push(`${line}\n${written}`);
    above = key;
  }
  return paragraphs.join("\n\n");
}

/** Most characters of a list. */
const LONGEST_LIST = 1100;

/** The items of a list in order, numbered, each with its source. */
export function writeSteps(statements: readonly Statement[]): string {
  const lines: string[] = [];
  let characters = 0;
  for (const { unit } of statements) {
    const line = `${lines.length + 1}. ${unit.text} [${unit.passage.ref}]`;
    characters += line.length + 1;
    if (lines.length > 0 && characters > LONGEST_LIST) break;
    lines.push(line);
  }
  return lines.join("\n");
}
