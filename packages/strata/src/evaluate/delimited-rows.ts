/** Rows of text cells, or what is wrong and where; rows and columns count from 0. */
export type CellRows =
  | { readonly ok: true; readonly rows: readonly (readonly string[])[] }
  | { readonly ok: false; readonly row: number; readonly column: number; readonly reason: string };

/** Splits tab-separated text: one row per line, a tab between cells, no quoting. A final line end adds no row. */
export function readTabSeparated(text: string): CellRows {
  const lines = text.split("\n");
  if (lines[lines.length - 1] === "") lines.pop();
  return { ok: true, rows: lines.map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line).split("\t")) };
}

/** Splits comma-separated text with strict RFC 4180 quoting: a quote opens a cell or is doubled inside one. */
export function readCommaSeparated(text: string): CellRows {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  const refuse = (reason: string): CellRows => ({ ok: false, row: rows.length, column: row.length, reason });
  while (at < text.length) {
    let cell: string;
    if (text[at] === '"') {
      const quoted = readQuoted(text, at + 1);
      if (quoted === null) return refuse("a quoted cell does not end");
      cell = quoted.cell;
      at = quoted.end;
      if (at < text.length && !isCellEnd(text, at)) return refuse("text follows a quoted cell");
    } else {
      const end = cellEnd(text, at);
      cell = text.slice(at, end);
      if (cell.includes('"')) return refuse("a quote stands inside an unquoted cell");
      at = end;
    }
    row.push(cell);
    if (text[at] === ",") {
      at += 1;
      if (at === text.length) row.push("");
      else continue;
    }
    rows.push(row);
    row = [];
    at += text[at] === "\r" ? 2 : 1;
  }
  return { ok: true, rows };
}

function readQuoted(text: string, start: number): { cell: string; end: number } | null {
  const parts: string[] = [];
  let from = start;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return null;
    parts.push(text.slice(from, quote));
    if (text[quote + 1] !== '"') return { cell: parts.join(""), end: quote + 1 };
    parts.push('"');
    from = quote + 2;
  }
}

function isCellEnd(text: string, at: number): boolean {
  return text[at] === "," || text[at] === "\n" || (text[at] === "\r" && text[at + 1] === "\n");
}

function cellEnd(text: string, start: number): number {
  let at = start;
  while (at < text.length && !isCellEnd(text, at)) at += 1;
  return at;
}
