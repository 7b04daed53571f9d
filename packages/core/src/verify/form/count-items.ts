import type { RequestedForm } from "../../contract/frame.js";
import { readCsv } from "./read-csv.js";
import { readTable } from "./read-table.js";
import { unwrapFence } from "./unwrap-fence.js";

/** Items of a structured text: members of the outer JSON array, CSV records, table rows; null for other forms. */
export function countStructuredItems(kind: RequestedForm["kind"], text: string): number | null {
  if (kind === "json") return jsonItems(text);
  if (kind === "csv") {
    const { rows } = readCsv(unwrapFence(text));
    return rows.length > 1 ? rows.length - 1 : null;
  }
  if (kind === "table") {
    const table = readTable(text);
    return table === null ? null : table.rows.length;
  }
  return null;
}

/** An object with one array in it is the array under a name. */
function jsonItems(text: string): number | null {
  let value: unknown;
  try {
    value = JSON.parse(unwrapFence(text));
  } catch {
    return null;
  }
  if (Array.isArray(value)) return value.length;
  if (typeof value !== "object" || value === null) return null;
  const arrays = Object.values(value).filter(Array.isArray);
  return arrays.length === 1 ? (arrays[0] as unknown[]).length : null;
}
