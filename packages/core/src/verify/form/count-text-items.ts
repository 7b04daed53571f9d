import type { RequestedForm } from "../../contract/frame.js";
import { readPlainItems } from "../reading/read-items.js";
import type { TextReading } from "../reading/text-reading.js";
import { countStructuredItems } from "./count-items.js";
import { readCsv } from "./read-csv.js";
import { readTable } from "./read-table.js";

/** Items of a text in whatever layout: a structured form, a list, a table, CSV or short lines; null where it has none. */
export function countTextItems(reading: TextReading, kind: RequestedForm["kind"]): number | null {
  const structured = countStructuredItems(kind, reading.text);
  if (structured !== null) return structured;
  if (kind !== "prose" && kind !== "list" && kind !== "yaml") return null;
  const { text } = reading;
  const first = text.trimStart().charAt(0);
  if (first === "[" || first === "{") {
    const json = countStructuredItems("json", text);
    if (json !== null) return json;
  }
  if (reading.items.length >= 2) return reading.items.length;
  const table = readTable(text);
  if (table !== null) return table.rows.length;
  const { rows, fault } = readCsv(text.trim());
  const width = rows[0]?.length ?? 0;
  // At least two columns of short fields, the same number in each row: data, not sentences with commas.
  if (
    fault === null &&
    rows.length >= 2 &&
    width >= 2 &&
    rows.every((row) => row.length === width && row.every((field) => field.length <= 40 && !/[.!?]$/.test(field)))
  ) {
    return rows.length - 1;
  }
  const plain = readPlainItems(text, reading.lines);
  return plain.length >= 3 && plain.every(({ start, end }) => end - start <= 60) ? plain.length : null;
}
