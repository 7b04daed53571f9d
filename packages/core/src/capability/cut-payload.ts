/** A piece of a raw result that frames can choose by relevance. */
export interface PayloadPiece {
  readonly statement: string;
  /** Where the piece comes from as the tool itself says (`path:12-20`, a URL, an id), or its JSON Pointer. */
  readonly source: string;
}

const MAX_PIECES = 256;
const MAX_PIECE_LENGTH = 1600;
/** Members that hold the body of a record, and members that name it, in the order they are looked for. */
const BODY_KEYS = ["text", "content", "body", "snippet", "excerpt", "passage"] as const;
const NAME_KEYS = ["path", "url", "uri", "source", "id", "name", "title"] as const;

/**
 * Cuts a tool's raw result into pieces: the records of a list, or the paragraphs of a long text. The window sees a
 * summary (POS-EXE-06); through the pieces a frame can still draw on everything the tool said. Linear; at most 256
 * pieces of at most 1,600 characters.
 */
export function cutPayload(payload: unknown): PayloadPiece[] {
  const pieces: PayloadPiece[] = [];
  for (const { value, pointer } of recordsOf(payload)) {
    if (pieces.length >= MAX_PIECES) break;
    for (const piece of pieceOf(value, pointer)) {
      if (pieces.length < MAX_PIECES && piece.statement.trim() !== "") pieces.push(piece);
    }
  }
  return pieces;
}

interface PlacedRecord {
  readonly value: unknown;
  readonly pointer: string;
}

/** The records of a result: its items, those of its one list member, or the result itself. */
function recordsOf(payload: unknown): PlacedRecord[] {
  if (Array.isArray(payload)) return payload.map((value, index) => ({ value, pointer: `/${index}` }));
  if (typeof payload === "object" && payload !== null) {
    const lists = Object.entries(payload).filter(
      (entry): entry is [string, unknown[]] => Array.isArray(entry[1]) && entry[1].length > 0,
    );
    const [only] = lists;
    if (only !== undefined && lists.length === 1) {
      return only[1].map((value, index) => ({ value, pointer: `/${only[0]}/${index}` }));
    }
  }
  return [{ value: payload, pointer: "" }];
}

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

function scalars(record: Record<string, unknown>): string {
  const parts: string[] = [];
  let length = 0;
  for (const [key, member] of Object.entries(record)) {
    const text = typeof member === "object" && member !== null ? JSON.stringify(member) : String(member);
    const part = `${key}: ${text.slice(0, MAX_PIECE_LENGTH)}`;
    length += part.length + 2;
    if (length > MAX_PIECE_LENGTH) break;
    parts.push(part);
  }
  return parts.join("; ");
}

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
