/** A Markdown table. */
export interface TableReading {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const RULE_CELL = /^:?-{1,}:?$/;

/** The first Markdown table of a text, or null. A table is a header row, a row of dashes and at least one row. */
export function readTable(text: string): TableReading | null {
  const lines = text.split("\n");
  for (let at = 1; at < lines.length; at += 1) {
    const rule = lines[at] as string;
    if (!rule.includes("-") || !rule.includes("|")) continue;
    const cells = cellsOf(rule);
    if (cells.length === 0 || !cells.every((cell) => RULE_CELL.test(cell))) continue;
    const header = lines[at - 1] as string;
    if (!header.includes("|")) continue;
    const rows: string[][] = [];
    for (let row = at + 1; row < lines.length && (lines[row] as string).includes("|"); row += 1) {
      rows.push(cellsOf(lines[row] as string));
    }
    return { header: cellsOf(header), rows };
  }
  return null;
}

function cellsOf(line: string): string[] {
  const cells: string[] = [];
  let cell = "";
  const trimmed = line.trim();
  for (let at = trimmed.startsWith("|") ? 1 : 0; at < trimmed.length; at += 1) {
    const mark = trimmed.charAt(at);
    if (mark === "\\" && trimmed.charAt(at + 1) === "|") {
      cell += "|";
      at += 1;
    } else if (mark === "|") {
      cells.push(cell.trim());
      cell = "";
    } else cell += mark;
  }
  if (cell.trim() !== "") cells.push(cell.trim());
  return cells;
}
