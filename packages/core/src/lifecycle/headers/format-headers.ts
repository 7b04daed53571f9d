import { HEADER_TABLE } from "./header-table.js";
import type { HeaderProblem, HeaderValues } from "./header-values.js";

export interface FormatHeadersOptions {
  /** Write for readers that know eight operations only: VERIFY as EVALUATE, CLARIFY and REVISE left out. */
  readonly strict8?: boolean;
  /** Hears of values and list items that have no text in their header's grammar and were left out. */
  readonly onProblem?: (problem: HeaderProblem) => void;
}

/** Writes every value that is present as its header; all values are printable ASCII on one line (POS-HDR-01). */
export function formatHeaders(values: HeaderValues, options: FormatHeadersOptions = {}): Record<string, string> {
  const writing = { strict8: options.strict8 ?? false };
  const headers: Record<string, string> = {};
  for (const { name, key, grammar } of HEADER_TABLE) {
    const value = values[key];
    if (value === undefined) continue;
    const text = grammar.write(value, writing);
    if (text !== null) headers[name] = text;
    else options.onProblem?.({ header: name, message: "the value has no text in this header and was left out" });
    if (text !== null && Array.isArray(value) && countItems(text) < value.length) {
      options.onProblem?.({ header: name, message: "items that have no text in this header were left out" });
    }
  }
  return headers;
}

const countItems = (text: string): number => (text === "" ? 0 : text.split(",").length);
