import { assertNode } from "../layer/assert-node.js";
import type { SttpNode } from "../layer/node.js";
import type { ParseInput } from "../parse/decode-input.js";
import { defaultSettings, type ParseOptions, readOptions } from "../parse/options.js";
import { parse } from "../parse/parse.js";
import { strictVerdict } from "../parse/strict-verdict.js";
import { misuse } from "../source/misuse.js";
import { type Omission, type PrintOptions, printNode } from "./print-node.js";

/** A canonical text, its verdict, and what is not in it. */
export interface PrintResult {
  readonly text: string;
  /** Whether the text itself is strict-valid. */
  readonly strictValid: boolean;
  readonly omitted: readonly Omission[];
}

/** STTP-P-05: the canonical text of a node. Throws TypeError for what is no node and for wrong options, RangeError for an ordinal out of range. */
export function print(node: SttpNode, options: PrintOptions = {}): PrintResult {
  assertNode(node);
  checkPrintOptions(options);
  const { text, omitted } = printNode(node, options);
  return { text, strictValid: strictVerdict(text, defaultSettings.maxNesting), omitted };
}

/** STTP-P-05: reads a text and prints its first node; the text is empty where there is none. Throws like `parse` and `print`. */
export function canonicalize(input: ParseInput, options: PrintOptions & ParseOptions = {}): PrintResult {
  checkPrintOptions(options);
  const { maxNesting } = readOptions(options);
  const { node } = parse(input, { ...options, profile: "tolerant" });
  if (node === null) return { text: "", strictValid: false, omitted: [] };
  const { text, omitted } = printNode(node, options);
  return { text, strictValid: strictVerdict(text, maxNesting), omitted };
}

function checkPrintOptions(options: PrintOptions): void {
  if (typeof options !== "object" || options === null) throw misuse("STTP_ARGUMENT_TYPE", "options must be an object");
  const { escapeGlyphs = false, ordinal = 0 } = options;
  if (typeof escapeGlyphs !== "boolean") throw misuse("STTP_ARGUMENT_TYPE", "escapeGlyphs must be a boolean");
  if (typeof ordinal !== "number") throw misuse("STTP_ARGUMENT_TYPE", "ordinal must be a number");
  if (!Number.isInteger(ordinal) || ordinal < 0 || ordinal > 999_999_999) {
    throw misuse("STTP_OPTION_RANGE", "ordinal must be an integer from 0 to 999 999 999");
  }
}
