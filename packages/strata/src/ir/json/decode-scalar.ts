import { nearestName } from "../../diagnostic/nearest-name.js";
import type { Shape } from "../shape.js";
import { type DecodeCursor, type FAILED, isPlainObject, listed } from "./decode-cursor.js";
import { NumberToken } from "./number-token.js";

/** Shapes without parts. */
export type ScalarShape = Exclude<Shape, { type: "list" | "struct" | "tagged" }>;

/** Reads a value without parts; FAILED when it was reported. */
export function decodeScalar(shape: ScalarShape, value: unknown, cursor: DecodeCursor): unknown {
  switch (shape.type) {
    case "string":
      return typeof value === "string" ? cursor.spend(value.length, value) : cursor.wrong("a string", value);
    case "boolean":
      return typeof value === "boolean" ? cursor.spend(4, value) : cursor.wrong("true or false", value);
    case "number":
      return decodeNumber(value, cursor);
    case "integer":
      return decodeInteger(value, shape, "an integer", cursor);
    case "weight":
      return decodeWeight(value, cursor);
    case "words":
      return decodeWord(value, shape.words, cursor);
    case "opaque":
      return value;
  }
}

function decodeNumber(value: unknown, cursor: DecodeCursor): unknown {
  const number = value instanceof NumberToken ? value.toNumber() : value;
  if (typeof number !== "number") return cursor.wrong("a number", value);
  // STRATA-LOAD-05: a probability is any number a double can hold.
  if (!Number.isFinite(number)) return cursor.wrong("a number a double can hold", value);
  return cursor.spend(1, number === 0 ? 0 : number);
}

interface Range {
  readonly min: number;
  readonly max: number;
}

const SAFE: Range = { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER };

function decodeInteger(value: unknown, range: Range, wanted: string, cursor: DecodeCursor): unknown {
  if (value instanceof NumberToken) return notSafe(value.text, value.toNumber(), range, cursor);
  if (typeof value !== "number") return cursor.wrong(wanted, value);
  if (!inRange(value, range)) return notSafe(String(value), value, range, cursor);
  return cursor.spend(1, value === 0 ? 0 : value);
}

function inRange(value: number, { min, max }: Range): boolean {
  return Number.isSafeInteger(value) && value >= min && value <= max;
}

function notSafe(token: string, number: number, range: Range, cursor: DecodeCursor): typeof FAILED {
  const exact = inRange(number, range);
  const limits = range.min === SAFE.min ? "-(2^53-1)..2^53-1" : `${range.min}..${range.max}`;
  const shown = token.length > 40 ? `${token.slice(0, 40)}…` : token;
  const meant = number === 0 ? 0 : number;
  const wanted = exact ? `write ${meant}` : `write a plain integer within ${limits}`;
  // STRATA-LOAD-05: an integer is written as one; a token that can only mean one gets the repair.
  return cursor.add(2007, `${cursor.place()} is ${shown}, which is not a plain integer: ${wanted}`, {
    detail: { token: shown },
    ...(exact ? { fixes: [cursor.replacement(meant)] } : {}),
  });
}

function decodeWeight(value: unknown, cursor: DecodeCursor): unknown {
  // STRATA-ENC-05: the one word a weight can be.
  if (value === "inf") return value;
  const wanted = 'an integer or "inf"';
  if (typeof value !== "string") return decodeInteger(value, SAFE, wanted, cursor);
  if (value.startsWith("-")) return cursor.wrong(wanted, value, { hint: "there is no minus infinity" });
  if (nearestName(value, ["inf"]) === null) return cursor.wrong(wanted, value);
  return cursor.wrong(wanted, value, { hint: 'did you mean "inf"?', fixes: [cursor.replacement("inf")] });
}

function decodeWord(value: unknown, words: readonly string[], cursor: DecodeCursor): unknown {
  const wanted = `one of ${listed(words)}`;
  if (typeof value === "string") {
    if (words.includes(value)) return cursor.spend(value.length, value);
    return cursor.wrong(wanted, value, cursor.nearWord(value, words));
  }
  const kind = isPlainObject(value) ? value.kind : undefined;
  if (typeof kind !== "string" || !words.includes(kind)) return cursor.wrong(wanted, value);
  // STRATA-ENC-03: an enum without payloads is a bare string, tagged as it may look.
  return cursor.wrong(`${wanted}, a bare string`, value, {
    hint: `write ${JSON.stringify(kind)}`,
    fixes: [cursor.replacement(kind)],
  });
}
