import { isDigit } from "../source/character.js";

/** A timestamp taken apart; offset in minutes east of UTC. */
export interface TimestampParts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** The fraction's digits, 0 to 9 of them. */
  readonly fraction: string;
  readonly offsetMinutes: number;
}

/** STTP-S3-05: reads `YYYY-MM-DDThh:mm:ss[.1–9 digits](Z|±hh:mm)` of a real calendar date, or answers null. */
export function readTimestamp(text: string): TimestampParts | null {
  const year = digitsAt(text, 0, 4);
  const month = digitsAt(text, 5, 2);
  const day = digitsAt(text, 8, 2);
  const hour = digitsAt(text, 11, 2);
  const minute = digitsAt(text, 14, 2);
  const second = digitsAt(text, 17, 2);
  if (text[4] !== "-" || text[7] !== "-" || text[10] !== "T" || text[13] !== ":" || text[16] !== ":") return null;
  // STTP-S3-05: a date that the calendar has.
  if (year < 0 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null;
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) return null;
  let zone = 19;
  if (text[19] === ".") {
    zone = 20;
    while (isDigit(text.charCodeAt(zone))) zone++;
    if (zone === 20 || zone > 29) return null;
  }
  const offsetMinutes = zoneMinutes(text, zone);
  if (offsetMinutes === null) return null;
  return { year, month, day, hour, minute, second, fraction: text.slice(20, zone), offsetMinutes };
}

function zoneMinutes(text: string, zone: number): number | null {
  if (text[zone] === "Z") return text.length === zone + 1 ? 0 : null;
  if ((text[zone] !== "+" && text[zone] !== "-") || text[zone + 3] !== ":" || text.length !== zone + 6) return null;
  const hour = digitsAt(text, zone + 1, 2);
  const minute = digitsAt(text, zone + 4, 2);
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59) return null;
  const magnitude = hour * 60 + minute;
  return text[zone] === "-" ? 0 - magnitude : magnitude;
}

/** The number that so many digits at an offset write, or -1. */
function digitsAt(text: string, start: number, count: number): number {
  let value = 0;
  for (let index = start; index < start + count; index++) {
    const code = text.charCodeAt(index);
    if (!isDigit(code)) return -1;
    value = value * 10 + (code - 0x30);
  }
  return value;
}

/** Days of a month in the Gregorian calendar. */
export function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
