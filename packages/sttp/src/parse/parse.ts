import { DiagnosticCollector } from "../diagnostic/collector.js";
import { SourceMap } from "../layer/source-map.js";
import { decodeInput, type ParseInput } from "./decode-input.js";
import { type ParseOptions, readOptions } from "./options.js";
import { readInput } from "./read-input.js";
import { type ParseResult, settle } from "./result.js";
import { strictVerdict } from "./strict-verdict.js";

/**
 * STTP-P-01: reads one node. Never throws on text or bytes, whatever they hold; throws TypeError for another type of
 * input or option and RangeError for an option out of range. Offsets are UTF-16 code units.
 */
export function parse(input: ParseInput, options?: ParseOptions): ParseResult {
  const settings = readOptions(options);
  const { text, failure } = decodeInput(input, settings.maxInput);
  const collector = new DiagnosticCollector(settings.maxDiagnostics);
  if (failure !== null) {
    collector.add(failure.code, 0, 0, { data: failure.data });
    return settle(null, collector, text, new SourceMap(text, []), text.length, settings);
  }
  const node = readInput(text, collector, settings.maxNesting, false);
  return settle(node, collector, text, new SourceMap(text, node ? [node] : []), text.length, settings);
}

/** STTP-P-03: the verdict of `parse` alone, with the default limits; throws TypeError like `parse`. */
export function isStrictValid(input: ParseInput): boolean {
  const settings = readOptions(undefined);
  const { text, failure } = decodeInput(input, settings.maxInput);
  // STTP-P-03: the same verdict, without the rest.
  return failure === null && strictVerdict(text, settings.maxNesting);
}
