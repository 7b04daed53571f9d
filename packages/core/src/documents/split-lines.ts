/** The lines of a text without their ends (LF, CR LF or CR). A line end at the very end opens no further line. */
export function splitLines(text: string): readonly string[] {
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** The largest position up to `limit` at which `text` can be cut without dividing a surrogate pair; at least 1. */
export function cutPosition(text: string, limit: number): number {
  if (limit >= text.length) return text.length;
  const before = text.charCodeAt(limit - 1);
  const divides = before >= 0xd800 && before <= 0xdbff;
  return divides ? (limit > 1 ? limit - 1 : 2) : limit;
}
