import { isDigit } from "../source/character.js";

/** A number as read: its nearest double, its exact decimal, and whether the strict grammar knows the spelling. */
export interface ReadNumber {
  readonly value: number;
  readonly decimal: string;
  readonly strict: boolean;
}

interface NumberParts {
  readonly negative: boolean;
  readonly whole: string;
  readonly fraction: string;
  readonly exponent: number;
  readonly strict: boolean;
}

/** Reads the whole text as TNumber, or answers null; `inf`, `NaN` and what overflows a double are no numbers. */
export function readNumber(text: string): ReadNumber | null {
  const parts = splitNumber(text);
  if (parts === null) return null;
  const value = Number(text.charCodeAt(0) === 0x2b ? text.slice(1) : text);
  if (!Number.isFinite(value)) return null;
  return { value: value === 0 ? 0 : value, decimal: decimalOf(parts), strict: parts.strict };
}

/** Whether the whole text is a TNumber. */
export function isFiniteNumber(text: string): boolean {
  return splitNumber(text) !== null && Number.isFinite(Number(text));
}

/** The shortest decimal that reads back to a finite double, without exponent. */
export function shortestDecimal(value: number): string {
  return decimalOf(splitNumber(String(value), SMALLEST_EXPONENT)!);
}

/** Exponents of doubles end here; those that a text may write end earlier. */
const SMALLEST_EXPONENT = 324;
const WRITTEN_EXPONENT = 308;

function splitNumber(text: string, exponentLimit = WRITTEN_EXPONENT): NumberParts | null {
  let index = 0;
  const first = text.charCodeAt(0);
  const negative = first === 0x2d;
  const signed = negative || first === 0x2b;
  if (signed) index++;
  const wholeStart = index;
  while (isDigit(text.charCodeAt(index))) index++;
  const whole = text.slice(wholeStart, index);
  let fraction = "";
  let trailingDot = false;
  if (text.charCodeAt(index) === 0x2e) {
    const start = ++index;
    while (isDigit(text.charCodeAt(index))) index++;
    fraction = text.slice(start, index);
    trailingDot = fraction === "";
  }
  if (whole === "" && fraction === "") return null;
  let exponent = 0;
  const hasExponent = (text.charCodeAt(index) | 0x20) === 0x65;
  if (hasExponent) {
    const read = readExponent(text, index + 1, exponentLimit);
    if (read === null) return null;
    exponent = read;
    index = text.length;
  }
  if (index !== text.length) return null;
  return { negative, whole, fraction, exponent, strict: !hasExponent && !trailingDot && first !== 0x2b };
}

function readExponent(text: string, start: number, limit: number): number | null {
  const sign = text.charCodeAt(start);
  const digits = text.slice(sign === 0x2b || sign === 0x2d ? start + 1 : start);
  if (digits.length < 1 || digits.length > 3) return null;
  for (let index = 0; index < digits.length; index++) if (!isDigit(digits.charCodeAt(index))) return null;
  const magnitude = Number(digits);
  if (magnitude > limit) return null;
  return sign === 0x2d ? -magnitude : magnitude;
}

// STTP-A-02: the decimal carries the exact value of the lexeme, however many digits that takes.
function decimalOf({ negative, whole, fraction, exponent }: NumberParts): string {
  let digits = whole + fraction;
  let point = whole.length + exponent;
  if (point < 0) {
    digits = "0".repeat(-point) + digits;
    point = 0;
  } else if (point > digits.length) digits += "0".repeat(point - digits.length);
  let start = 0;
  while (start < point - 1 && digits.charCodeAt(start) === 0x30) start++;
  let end = digits.length;
  while (end > point && digits.charCodeAt(end - 1) === 0x30) end--;
  const integer = digits.slice(start, point) || "0";
  const decimal = end > point ? `${integer}.${digits.slice(point, end)}` : integer;
  return negative && decimal !== "0" ? `-${decimal}` : decimal;
}
