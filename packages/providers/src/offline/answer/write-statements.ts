import type { RankedUnit } from "./rank-units.js";

/** Statements one per line, each verbatim and followed by its source in brackets. */
export function writeStatements(entries: readonly Pick<RankedUnit, "unit">[]): string {
  return entries.map(({ unit }) => `${unit.text} [${unit.passage.ref}]`).join("\n\n");
}
