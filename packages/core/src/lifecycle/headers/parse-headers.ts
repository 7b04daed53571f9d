import { HEADER_TABLE, type HeaderRow } from "./header-table.js";
import type { HeaderProblem, HeaderValues } from "./header-values.js";
import { isProtocolHeader } from "./is-protocol-header.js";

export interface ParsedHeaders {
  readonly values: HeaderValues;
  /** Everything that could not be read, never thrown. */
  readonly problems: readonly HeaderProblem[];
}

/** Headers as HTTP libraries hand them over; names in any case. */
export type HeaderRecord = Readonly<Record<string, string | readonly string[] | undefined>>;

let rows: ReadonlyMap<string, HeaderRow> | undefined;

/** Reads the protocol's headers; other headers are passed over. A value that breaks its grammar is a problem. */
export function parseHeaders(record: HeaderRecord): ParsedHeaders {
  rows ??= new Map(HEADER_TABLE.map((row) => [row.name.toLowerCase(), row]));
  const values: Record<string, unknown> = {};
  const problems: HeaderProblem[] = [];
  for (const [name, given] of Object.entries(record)) {
    if (given === undefined || !isProtocolHeader(name)) continue;
    const row = rows.get(name.toLowerCase());
    const report = (message: string) => problems.push({ header: row?.name ?? name, message });
    if (row === undefined) report("unknown header");
    else if (values[row.key] !== undefined) report("the header came more than once; the first counts");
    else {
      const reading = row.grammar.read((typeof given === "string" ? given : given.join(",")).trim());
      if (reading.value !== undefined) values[row.key] = reading.value;
      for (const problem of reading.problems) report(problem);
    }
  }
  return { values, problems };
}
