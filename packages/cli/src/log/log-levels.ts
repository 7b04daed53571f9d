/** What a diagnostic log is given, from nothing to everything. Each level holds those before it. */
export const LOG_LEVELS = ["silent", "fatal", "error", "warn", "info", "debug", "trace"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
/** A level that an entry can have. */
export type EntryLevel = Exclude<LogLevel, "silent">;

export function isLogLevel(word: string): word is LogLevel {
  return (LOG_LEVELS as readonly string[]).includes(word);
}
