import { DiagnosticCollector } from "../diagnostic/collector.js";
import { readInput } from "./read-input.js";

/** Whether a text is strict-valid; reads no further than it must. */
export function strictVerdict(text: string, maxNesting: number): boolean {
  const collector = new DiagnosticCollector(0);
  const node = readInput(text, collector, maxNesting, true);
  return node !== null && !collector.strictImpact;
}
