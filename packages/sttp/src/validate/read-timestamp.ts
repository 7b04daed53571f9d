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
  if (text.length > 35) return null;
  const match = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:Z|([+-])(\d{2}):(\d{2}))$/.exec(
    text,
  );
  if (match === null) return null;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null;
  if (hour > 23 || minute > 59 || second > 59) return null;
  const offsetHour = Number(match[9] ?? 0);
  const offsetMinute = Number(match[10] ?? 0);
  if (offsetHour > 23 || offsetMinute > 59) return null;
  const magnitude = offsetHour * 60 + offsetMinute;
  const offsetMinutes = match[8] === "-" ? 0 - magnitude : magnitude;
  return { year, month, day, hour, minute, second, fraction: match[7] ?? "", offsetMinutes };
}

/** Days of a month in the Gregorian calendar. */
export function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
