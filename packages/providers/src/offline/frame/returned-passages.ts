import { type Passage, passageOf } from "./passage.js";

/**
 * Passages of documents that stand in the results of calls alone. A frame shows nothing twice: what a short result says
 * whole is not among its facts, so that the only passage of a small folder is found here.
 */
export function returnedPassages(calls: readonly { readonly outcome: string; readonly summary: string }[]): Passage[] {
  return calls.flatMap(({ outcome, summary }) =>
    outcome === "ok" ? placedRecords(parsed(summary)).flatMap(placed) : [],
  );
}

function parsed(summary: string): unknown {
  if (!/^\s*[[{]/.test(summary)) return null;
  try {
    return JSON.parse(summary);
  } catch {
    // A summary that was shortened; its pieces are among the facts.
    return null;
  }
}

/** The records of a result: its items, or those of its list members. */
function placedRecords(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return typeof value === "object" && value !== null ? Object.values(value).filter(Array.isArray).flat() : [];
}

/** A record that says which lines of which document it is. */
function placed(record: unknown): Passage[] {
  if (typeof record !== "object" || record === null) return [];
  const { path, start_line: start, end_line: end, text, context } = record as Readonly<Record<string, unknown>>;
  if (typeof path !== "string" || typeof text !== "string" || text.trim() === "") return [];
  if (!Number.isInteger(start) || !Number.isInteger(end)) return [];
  return [passageOf(`${typeof context === "string" ? `${context}\n` : ""}${text}`, `${path}:${start}-${end}`)];
}
