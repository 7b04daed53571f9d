import type { Passage } from "../frame/passage.js";
import type { Unit } from "./unit.js";

/** The cells of a Markdown table row. */
export function cellsOf(row: string): string[] {
  return row
    .trim()
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => cell.trim());
}

/** The fields of one line of separated values; quotes as in RFC 4180. Linear. */
export function fieldsOf(line: string, separator: string): string[] {
  const fields: string[] = [];
  let field = "";
  let quoted = false;
  for (let at = 0; at < line.length; at++) {
    const character = line[at] as string;
    if (quoted) {
      if (character !== '"') field += character;
      else if (line[at + 1] === '"') {
        field += '"';
        at++;
      } else quoted = false;
    } else if (character === '"' && field === "") quoted = true;
    else if (character === separator) {
      fields.push(field.trim());
      field = "";
    } else field += character;
  }
  fields.push(field.trim());
  return fields;
}

/** The separator a header line uses most. */
export function separatorOf(header: string): string {
  let best = ",";
  for (const candidate of [",", ";", "\t"])
    if (header.split(candidate).length > header.split(best).length) best = candidate;
  return best;
}

/** The rows of a file of separated values, labelled with the names of the columns. */
export function valueRowUnits(passage: Passage): Unit[] {
  const lines = passage.text.split("\n").filter((line) => line.trim() !== "");
  const header = passage.headings.length > 0 ? passage.headings.join(" › ") : (lines[0] ?? "");
  const separator = separatorOf(header);
  const labels = fieldsOf(header, separator);
  return lines.map((line) => ({
    text: line.trim(),
    kind: line.trim() === header.trim() ? "heading" : "row",
    passage,
    headings: [],
    lead: "",
    labels,
    cells: fieldsOf(line, separator),
    columns: header,
    block: 0,
  }));
}
