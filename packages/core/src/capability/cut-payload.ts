import { pointerStep } from "../contract/json-pointer.js";

/** A piece of a raw result that frames can choose by relevance. */
export interface PayloadPiece {
  readonly statement: string;
  /** Where the piece comes from as the tool itself says (`path:12-20`, a URL, an id), or its JSON Pointer. */
  readonly source: string;
}

const MAX_PIECES = 256;
const MAX_PIECE_LENGTH = 1600;
/** Characters of one member of a record, and those kept free to say how many members were left out. */
const MAX_MEMBER_LENGTH = 1200;
const ROOM_TO_COUNT = 40;
/** Members that hold the body of a record, and members that name it, in the order they are looked for. */
const BODY_KEYS = ["text", "content", "body", "snippet", "excerpt", "passage"] as const;
const NAME_KEYS = ["path", "url", "uri", "source", "id", "name", "title"] as const;

/**
 * Cuts a tool's raw result into pieces: the records of its lists, the largest list first, or the paragraphs of a long
 * text; members beside several lists are a piece of their own. The window sees a summary (POS-EXE-06); through the pieces
 * a frame can still draw on everything the tool said. Linear; at most 256 pieces of at most 1,600 characters, and the
 * last one says how many records were left out.
 */
export function cutPayload(payload: unknown): PayloadPiece[] {
  const pieces: PayloadPiece[] = [];
  const records = recordsOf(payload);
  for (const [index, { value, pointer }] of records.entries()) {
    const cut = pieceOf(value, pointer).filter(({ statement }) => statement.trim() !== "");
    const isLast = index === records.length - 1;
    if (pieces.length + cut.length <= MAX_PIECES - (isLast ? 0 : 1)) {
      for (const piece of cut) pieces.push(piece);
      continue;
    }
    // What is not there must not look as if it had never been.
    const left = records.length - index;
    pieces.push(...cut.slice(0, MAX_PIECES - 1 - pieces.length));
    pieces.push({
      statement: `${left} of ${records.length} records of this result are not shown whole.`,
      source: pointer,
    });
    break;
  }
  return pieces;
}

interface PlacedRecord {
  readonly value: unknown;
  readonly pointer: string;
}

/** The records of a result: its items, those of its list members, or the result itself. */
function recordsOf(payload: unknown): PlacedRecord[] {
  if (Array.isArray(payload)) return itemsOf(payload, "");
  if (typeof payload !== "object" || payload === null) return [{ value: payload, pointer: "" }];
  const lists = Object.entries(payload).filter(
    (entry): entry is [string, unknown[]] => Array.isArray(entry[1]) && entry[1].length > 0,
  );
  const [only] = lists;
  if (only === undefined) return [{ value: payload, pointer: "" }];
  if (lists.length === 1) return itemsOf(only[1], pointerStep(only[0]));
  // Plain values tell something about the records beside them; without records they are a part of the whole.
  const ofRecords = lists.filter(([, items]) => items.some(isRecord));
  const cut = ofRecords.length > 0 ? ofRecords : isShort(payload) ? [] : lists;
  const bySize = cut
    .map(([name, items]) => ({ name, items, size: JSON.stringify(items).length }))
    .sort((left, right) => right.size - left.size);
  const names = new Set(bySize.map(({ name }) => name));
  const rest = Object.entries(payload).filter(([name]) => !names.has(name));
  return [
    ...bySize.flatMap(({ name, items }) => itemsOf(items, pointerStep(name))),
    ...(rest.length === 0 ? [] : [{ value: Object.fromEntries(rest), pointer: "" }]),
  ];
}

function itemsOf(items: readonly unknown[], pointer: string): PlacedRecord[] {
  return items.map((value, index) => ({ value, pointer: `${pointer}/${index}` }));
}

const isRecord = (value: unknown): boolean => typeof value === "object" && value !== null;

/** Whether one piece holds all of a record. */
const isShort = (record: object): boolean => JSON.stringify(record).length <= MAX_PIECE_LENGTH;

function pieceOf(value: unknown, pointer: string): PayloadPiece[] {
  if (typeof value === "string") return paragraphs(value, pointer);
  if (typeof value !== "object" || value === null) return [{ statement: String(value), source: pointer }];
  const record = value as Record<string, unknown>;
  const source = sourceOf(record) ?? pointer;
  const bodyKey = BODY_KEYS.find((key) => typeof record[key] === "string");
  if (bodyKey === undefined) return [{ statement: scalars(record), source }];
  const context = typeof record.context === "string" ? `${record.context}\n` : "";
  return paragraphs(`${context}${record[bodyKey] as string}`, source);
}

/** `path:12-20` where a record names its lines, else its name. */
function sourceOf(record: Record<string, unknown>): string | null {
  const key = NAME_KEYS.find(
    (candidate) => typeof record[candidate] === "string" || typeof record[candidate] === "number",
  );
  if (key === undefined) return null;
  const { start_line: start, end_line: end } = record;
  const lines = Number.isInteger(start) && Number.isInteger(end) ? `:${String(start)}-${String(end)}` : "";
  return `${String(record[key])}${lines}`;
}

/** A record without a body, member by member; one too long for the piece is cut, and the members left out are counted. */
function scalars(record: Record<string, unknown>): string {
  const parts: string[] = [];
  const members = Object.entries(record);
  let length = 0;
  for (const [key, member] of members) {
    const text = typeof member === "object" && member !== null ? JSON.stringify(member) : String(member);
    const part = text.length <= MAX_MEMBER_LENGTH ? `${key}: ${text}` : `${key}: ${beginningOf(text)}…`;
    length += part.length + 2;
    if (length > MAX_PIECE_LENGTH - ROOM_TO_COUNT) {
      parts.push(`and ${members.length - parts.length} more members`);
      break;
    }
    parts.push(part);
  }
  return parts.join("; ");
}

const beginningOf = (text: string): string => text.slice(0, MAX_MEMBER_LENGTH).toWellFormed();

/** A long text falls into groups of lines; a short one is one piece. */
function paragraphs(text: string, source: string): PayloadPiece[] {
  if (text.length <= MAX_PIECE_LENGTH) return [{ statement: text, source }];
  const pieces: PayloadPiece[] = [];
  let start = 0;
  while (start < text.length && pieces.length < MAX_PIECES) {
    let end = Math.min(text.length, start + MAX_PIECE_LENGTH);
    if (end < text.length) {
      const line = text.lastIndexOf("\n", end);
      const space = text.lastIndexOf(" ", end);
      if (line > start + MAX_PIECE_LENGTH / 2) end = line;
      else if (space > start) end = space;
    }
    pieces.push({ statement: text.slice(start, end).trim().toWellFormed(), source });
    start = end;
  }
  return pieces;
}
