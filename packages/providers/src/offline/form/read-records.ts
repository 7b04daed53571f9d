import { cellsOf, fieldsOf, separatorOf } from "../text/value-rows.js";

/** Simple data: rows of named values, or a list without names. */
export interface Records {
  /** Names of the values; null for a plain list, of which every row has one value. */
  readonly names: readonly string[] | null;
  readonly rows: readonly (readonly unknown[])[];
}

const ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+(.*\S)\s*$/;

/** Reads JSON, a Markdown table, separated values, a list or lines; null when the text is none of these. Linear. */
export function readRecords(text: string): Records | null {
  const trimmed = text.trim();
  const lines = trimmed.split("\n").filter((line) => line.trim() !== "");
  return fromJson(trimmed) ?? fromTable(lines) ?? fromValues(lines) ?? fromList(lines);
}

function fromJson(text: string): Records | null {
  if (!/^[[{]/.test(text)) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const rows = Array.isArray(value) ? (value as unknown[]) : [value];
  if (rows.every((row) => typeof row !== "object" || row === null))
    return { names: null, rows: rows.map((row) => [row]) };
  if (!rows.every((row) => typeof row === "object" && row !== null && !Array.isArray(row))) return null;
  const names = [...new Set(rows.flatMap((row) => Object.keys(row as object)))];
  return { names, rows: rows.map((row) => names.map((name) => (row as Record<string, unknown>)[name])) };
}

function fromTable(lines: readonly string[]): Records | null {
  if (lines.length < 2 || !lines.every((line) => /^\s*\|.*\|\s*$/.test(line))) return null;
  const [header = "", ...rest] = lines;
  return {
    names: cellsOf(header),
    rows: rest.filter((line) => !/^\s*\|[\s:|-]+\|\s*$/.test(line)).map((line) => cellsOf(line).map(scalar)),
  };
}

function fromValues(lines: readonly string[]): Records | null {
  const [header = "", ...rest] = lines;
  const separator = separatorOf(header);
  const names = fieldsOf(header, separator);
  if (names.length < 2 || rest.length === 0) return null;
  const rows = rest.map((line) => fieldsOf(line, separator));
  // Prose has commas too, but never the same number of them in every line.
  if (!rows.every((row) => row.length === names.length)) return null;
  return { names, rows: rows.map((row) => row.map(scalar)) };
}

function fromList(lines: readonly string[]): Records | null {
  const items = lines.map((line) => ITEM.exec(line)?.[1]);
  if (items.length > 1 && items.every((item) => item !== undefined))
    return { names: null, rows: items.map((item) => [item]) };
  const short = lines.length > 1 && lines.every((line) => line.length <= 120 && !/[.!?]\s+\p{Lu}/u.test(line));
  return short ? { names: null, rows: lines.map((line) => [line.trim()]) } : null;
}

/** A number stays one, unless its digits are a name: leading zeros, a plus, more than can be held exactly. */
function scalar(cell: string): unknown {
  if (!/^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?$/.test(cell)) return cell;
  // "2.50" would lose a digit as a number.
  return String(Number(cell)) === cell ? Number(cell) : cell;
}
