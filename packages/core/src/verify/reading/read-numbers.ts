import { magnitudeOf, monthOf, numberWordValue, unitOf } from "../language/quantity-words.js";
import { characterClass, DECIMAL, decimalValue } from "./character-class.js";
import { NUMBER, OPENS, type ScannedText } from "./scan-text.js";

/** A number as a text states it. */
export interface StatedNumber {
  /** Its value with the magnitude that follows ("2.1 million" → 2,100,000); NaN for 1.2.3 and the like. */
  readonly value: number;
  /** What values are compared by. */
  readonly key: string;
  /** The value without magnitude, where one follows. */
  readonly bareKey: string;
  /** Unit, normalised, or "". */
  readonly unit: string;
  /** Smallest step the writing shows: 0.1 for 2.5, 100,000 for "2.1 million". */
  readonly step: number;
  /** True where it numbers a list item or heading. */
  readonly marker: boolean;
  /** Index of the word. */
  readonly word: number;
}

const SPACE = 0x20;

/** The numbers of a text, in order. Number words ("three") are not among them: see `impliedNumbers`. */
export function readNumbers(scanned: ScannedText): StatedNumber[] {
  const found: StatedNumber[] = [];
  const { flags } = scanned;
  for (let at = 0; at < flags.length; at += 1) {
    if (((flags[at] as number) & NUMBER) !== 0) found.push(readNumber(scanned, at));
  }
  for (let at = found.length - 2; at >= 0; at -= 1) {
    const [from, to] = [found[at] as StatedNumber, found[at + 1] as StatedNumber];
    if (from.unit === "" && to.unit !== "" && isRange(scanned, from, to)) found[at] = { ...from, unit: to.unit };
  }
  return found;
}

const RANGE_MARK = /^\s?(?:[-–—~]|to|and|or|bis|und|à|et|a|y|do|до|到|至)\s?$/;

/** "5 to 10 km", "5–10 km": the unit of the second is that of both. */
function isRange({ text, starts, ends }: ScannedText, from: StatedNumber, to: StatedNumber): boolean {
  const between = [ends[from.word] as number, starts[to.word] as number] as const;
  return between[1] - between[0] <= 5 && RANGE_MARK.test(text.slice(...between));
}

/** Values that a text states without digits: number words and the months of written dates. */
export function impliedNumbers({ words }: ScannedText): Set<string> {
  const values = new Set<string>();
  for (const word of words) {
    const value = numberWordValue(word) ?? monthOf(word);
    if (value !== undefined) values.add(String(value));
  }
  return values;
}

/** A figure with its unit: nine points are not nine schools. */
export function figureKey({ key, unit }: StatedNumber): string {
  return `${key} ${unit}`;
}

function readNumber({ text, words, starts, ends, flags }: ScannedText, at: number): StatedNumber {
  const start = starts[at] as number;
  const end = ends[at] as number;
  const written = asciiDigits(words[at] as string);
  const { value: bare, decimals } = parseWritten(written);
  const after = text.charCodeAt(end);
  const near = (starts[at + 1] ?? Number.POSITIVE_INFINITY) - end <= 1;
  const next = near ? (words[at + 1] as string) : "";
  const factor = next === "" ? 1 : magnitudeOf(next);
  const unitWord =
    factor === 1
      ? next
      : near && (starts[at + 2] ?? Number.POSITIVE_INFINITY) - (ends[at + 1] as number) <= 1
        ? (words[at + 2] as string)
        : "";
  const before = start > 0 ? text.charAt(start - 1) : "";
  const negative =
    (before === "-" || before === "−") &&
    (start < 2 || text.charCodeAt(start - 2) <= SPACE || text.charAt(start - 2) === "(");
  const value = (negative ? -bare : bare) * factor;
  const unit =
    after === 0x25 || after === 0xff05 ? "%" : "$€£¥₹".includes(before) && before !== "" ? before : unitOf(unitWord);
  const bareKey = Number.isNaN(bare) ? written : String(negative ? -bare : bare);
  return {
    value,
    key: Number.isNaN(value) ? written : String(round(value)),
    bareKey,
    unit,
    step: 10 ** -decimals * factor,
    marker: ((flags[at] as number) & OPENS) !== 0 && marksItem(text, end),
    word: at,
  };
}

function round(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(12));
}

/** "1." and "1)" before a space, and "(1)", number an item. */
function marksItem(text: string, end: number): boolean {
  const mark = text.charAt(end);
  if (mark === "、" || mark === "）" || mark === "．") return true;
  if (mark !== "." && mark !== ")" && mark !== ":") return false;
  const following = text.charCodeAt(end + 1);
  return Number.isNaN(following) || following <= SPACE || following === 0x2a;
}

function asciiDigits(written: string): string {
  let plain = true;
  for (let at = 0; at < written.length && plain; at += 1) plain = written.charCodeAt(at) < 0x80;
  if (plain) return written;
  let ascii = "";
  for (let at = 0; at < written.length; at += 1) {
    const code = written.charCodeAt(at);
    ascii +=
      characterClass(code) === DECIMAL
        ? String(decimalValue(code))
        : code === 0x202f || code === 0xa0
          ? "'"
          : written.charAt(at);
  }
  return ascii;
}

/** Reads grouping and decimal marks of either convention; "1,200" and "1.200" are both twelve hundred. */
function parseWritten(written: string): { value: number; decimals: number } {
  if (written.length < 16 && /^\d+$/.test(written)) return { value: Number(written), decimals: 0 };
  const groups = written.split(/[.,']/);
  const marks = written.replace(/[^.,']/g, "");
  if (marks === "") return { value: Number(written), decimals: 0 };
  const grouped =
    (groups[0] as string).length <= 3 && groups[0] !== "0" && groups.slice(1).every((group) => group.length === 3);
  const lastMark = marks.charAt(marks.length - 1);
  const uniform = new Set(marks).size === 1;
  if (grouped && uniform) return { value: Number(groups.join("")), decimals: 0 };
  if (marks.length > 1 && (uniform || marks.indexOf(lastMark) !== marks.length - 1))
    return { value: Number.NaN, decimals: 0 };
  const fraction = groups[groups.length - 1] as string;
  return { value: Number(`${groups.slice(0, -1).join("")}.${fraction}`), decimals: fraction.length };
}
