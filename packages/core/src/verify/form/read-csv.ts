/** A CSV text as far as it can be read. */
export interface CsvReading {
  readonly rows: readonly (readonly string[])[];
  /** What is wrong with the text itself; null where it can be read. */
  readonly fault: string | null;
}

const DELIMITERS = [",", ";", "\t", "|"];

/** Reads CSV (RFC 4180) with the delimiter its first line has most of. Linear; never throws. */
export function readCsv(text: string): CsvReading {
  const delimiter = delimiterOf(text);
  const rows: string[][] = [];
  let row: string[] = [];
  let field = "";
  let at = 0;
  const closeRow = () => {
    row.push(field);
    field = "";
    if (row.length > 1 || row[0] !== "") rows.push(row);
    row = [];
  };
  while (at < text.length) {
    const mark = text.charAt(at);
    if (mark === '"' && field === "") {
      const quoted = readQuoted(text, at + 1);
      if (quoted === null) return { rows, fault: "a quoted field is not closed" };
      field = quoted.value;
      at = quoted.end;
      const next = text.charAt(at);
      if (next !== "" && next !== delimiter && next !== "\n" && next !== "\r") {
        return { rows, fault: "text follows a closing quote" };
      }
      continue;
    }
    if (mark === delimiter) {
      row.push(field);
      field = "";
      at += 1;
    } else if (mark === "\n" || mark === "\r") {
      closeRow();
      at += mark === "\r" && text.charAt(at + 1) === "\n" ? 2 : 1;
    } else {
      const end = plainEnd(text, at, delimiter);
      field += text.slice(at, end);
      at = end;
    }
  }
  if (field !== "" || row.length > 0) closeRow();
  return { rows, fault: null };
}

function delimiterOf(text: string): string {
  const line = text.slice(0, Math.max(0, text.indexOf("\n")) || text.length);
  let best = ",";
  let most = 0;
  for (const delimiter of DELIMITERS) {
    const count = line.split(delimiter).length - 1;
    if (count > most) {
      best = delimiter;
      most = count;
    }
  }
  return best;
}

function plainEnd(text: string, from: number, delimiter: string): number {
  let at = from;
  while (at < text.length) {
    const mark = text.charAt(at);
    if (mark === delimiter || mark === "\n" || mark === "\r") break;
    at += 1;
  }
  return at;
}

function readQuoted(text: string, from: number): { value: string; end: number } | null {
  let value = "";
  for (let at = from; ; ) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return null;
    value += text.slice(at, quote);
    if (text.charAt(quote + 1) !== '"') return { value, end: quote + 1 };
    value += '"';
    at = quote + 2;
  }
}
