import { estimateTokens, utf8Length } from "../contract/estimate-tokens.js";

/** Tokens (⌈UTF-8 bytes ÷ 4⌉) a summary takes at most (POS-EXE-06). */
const MAX_TOKENS = 256;
const MAX_COLUMNS = 12;
const SAMPLES = 3;
const SAMPLE_LENGTH = 40;
const VALUE_LENGTH = 160;
/** Members that say what went wrong: they are told first and as far as there is room. */
const ERROR_KEYS = new Set(["error", "errors", "message", "detail", "error_message"]);

type Row = Readonly<Record<string, unknown>>;

/**
 * What the window sees of a tool's raw result: a pure function of its JSON text, by shape (POS-EXE-06). A result that
 * fits is shown whole; a table as columns with ranges and samples, an object as keys and scalars, a list as count, first
 * and last, a text as its beginning and end.
 */
export function summarisePayload(payload: string, options: { readonly maxTokens?: number } = {}): string {
  const maxTokens = options.maxTokens ?? MAX_TOKENS;
  if (estimateTokens(payload) <= maxTokens) return payload;
  const budget = maxTokens * 4;
  let value: unknown;
  try {
    value = JSON.parse(payload);
  } catch {
    value = payload;
  }
  if (typeof value === "string") return describeText(value, budget);
  if (Array.isArray(value)) return fit(describeList(value), budget);
  return isRow(value) ? fit(describeObject(value), budget) : cut(payload, budget);
}

function describeText(text: string, budget: number): string {
  const head = `text of ${text.length} characters: `;
  const room = budget - utf8Length(head) - 5;
  return `${head}${cutBytes(text, Math.floor(room * 0.7))} […] ${cutEnd(text, Math.floor(room * 0.25))}`;
}

function describeList(items: readonly unknown[]): string[] {
  if (items.length > 0 && items.every(isRow)) return describeTable(items as readonly Row[]);
  const last = items.length - 1;
  return [`list of ${items.length}`, `first: ${shown(items[0])}`, ...(last > 0 ? [`last: ${shown(items[last])}`] : [])];
}

function describeTable(rows: readonly Row[]): string[] {
  const columns = new Map<string, unknown[]>();
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) {
      const values = columns.get(name);
      if (values !== undefined) values.push(value);
      else columns.set(name, [value]);
    }
  }
  const names = [...columns.keys()];
  const rest = names.length > MAX_COLUMNS ? [`${names.length - MAX_COLUMNS} more columns`] : [];
  return [
    `table of ${rows.length} rows, ${names.length} columns`,
    ...names.slice(0, MAX_COLUMNS).map((name) => describeColumn(name, columns.get(name) as unknown[], rows.length)),
    ...rest,
    `first row: ${shown(rows[0])}`,
    `last row: ${shown(rows[rows.length - 1])}`,
  ];
}

function describeColumn(name: string, values: readonly unknown[], rows: number): string {
  const missing = rows - values.length;
  const gaps = missing > 0 ? ` (${missing} missing)` : "";
  if (values.every((value) => typeof value === "number")) {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const value of values as readonly number[]) {
      if (value < low) low = value;
      if (value > high) high = value;
    }
    return `${name}: ${low === high ? low : `${low} to ${high}`}${gaps}`;
  }
  const distinct = new Set(values.map((value) => shown(value, SAMPLE_LENGTH)));
  const samples = [...distinct].slice(0, SAMPLES).join(", ");
  return `${name}: ${samples}${distinct.size > SAMPLES ? `, … (${distinct.size} distinct)` : ""}${gaps}`;
}

function describeObject(value: Row): string[] {
  const errors: string[] = [];
  const scalars: string[] = [];
  const containers: [string, object][] = [];
  for (const [name, member] of Object.entries(value)) {
    const isError = ERROR_KEYS.has(name.toLowerCase());
    if (isError && member !== null && member !== false)
      errors.push(`${name}: ${shown(member, Number.POSITIVE_INFINITY)}`);
    else if (typeof member === "object" && member !== null) containers.push([name, member]);
    else scalars.push(`${name}: ${shown(member)}`);
  }
  const outline = containers.map(([name, member]) => `${name}: ${sizeOf(member)}`);
  // The items of the list with the most text are what such a result is usually about.
  const [largest] = containers
    .flatMap(([name, member]) =>
      Array.isArray(member) ? [{ name, items: member, size: JSON.stringify(member).length }] : [],
    )
    .sort((left, right) => right.size - left.size);
  const inner = largest === undefined ? [] : describeList(largest.items).map((part) => `${largest.name}: ${part}`);
  return [`object with ${Object.keys(value).length} keys`, ...errors, ...scalars, ...outline, ...inner];
}

function sizeOf(member: object): string {
  if (Array.isArray(member)) return `list of ${member.length}`;
  const keys = Object.keys(member);
  const names = keys.slice(0, MAX_COLUMNS).join(", ");
  return `object with ${keys.length} keys (${cut(names, VALUE_LENGTH)}${keys.length > MAX_COLUMNS ? ", …" : ""})`;
}

/** A value as it is shown inside a summary: scalars as JSON, containers by their first members. */
function shown(value: unknown, length = VALUE_LENGTH): string {
  if (typeof value === "string") return cut(JSON.stringify(value), length);
  if (typeof value !== "object" || value === null) return String(value);
  if (Array.isArray(value)) return `list of ${value.length}`;
  const members = Object.entries(value).map(([name, member]) => {
    const short = typeof member === "object" && member !== null ? sizeOf(member) : shown(member, SAMPLE_LENGTH);
    return `${name}: ${short}`;
  });
  return `{${cut(members.join(", "), length)}}`;
}

/** As many of the parts as there is room for, in order; a part that does not fit whole is cut. */
function fit(parts: readonly string[], budget: number): string {
  let text = "";
  for (const part of parts) {
    const joined = text === "" ? part : `${text}; ${part}`;
    if (utf8Length(joined) > budget) return cut(joined, budget);
    text = joined;
  }
  return text;
}

/** The beginning of a text that takes at most `bytes` bytes, its ellipsis included. */
function cut(text: string, bytes: number): string {
  return utf8Length(text) <= bytes ? text : `${cutBytes(text, bytes - 3)}…`;
}

function cutBytes(text: string, bytes: number): string {
  let used = 0;
  let end = 0;
  for (const character of text) {
    used += utf8Length(character);
    if (used > bytes) break;
    end += character.length;
  }
  return text.slice(0, end);
}

function cutEnd(text: string, bytes: number): string {
  let start = text.length;
  let used = 0;
  while (start > 0) {
    const low = text.charCodeAt(start - 1);
    const pair = low >= 0xdc00 && low < 0xe000 && start > 1 && (text.charCodeAt(start - 2) & 0xfc00) === 0xd800;
    const from = start - (pair ? 2 : 1);
    used += utf8Length(text.slice(from, start));
    if (used > bytes) break;
    start = from;
  }
  return text.slice(start);
}

const isRow = (value: unknown): value is Row => typeof value === "object" && value !== null && !Array.isArray(value);
