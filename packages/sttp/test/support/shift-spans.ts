/** A result as plain data without its source map, with every span moved by so many code units. */
export function shifted(result: unknown, by: number): unknown {
  if (Array.isArray(result)) return result.map((item) => shifted(item, by));
  if (typeof result !== "object" || result === null) return result;
  const entries = Object.entries(result).filter(([key, value]) => key !== "source" && value !== undefined);
  if (entries.length === 2 && "start" in result && "end" in result) {
    const { start, end } = result as { start: number; end: number };
    return { start: start + by, end: end + by };
  }
  return Object.fromEntries(entries.map(([key, value]) => [key, shifted(value, by)]));
}
