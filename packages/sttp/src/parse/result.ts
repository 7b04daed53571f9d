import type { DiagnosticCollector } from "../diagnostic/collector.js";
import type { Diagnostic, DiagnosticCounts } from "../diagnostic/diagnostic.js";
import { hasLooseParts } from "../layer/has-loose-parts.js";
import type { StrictNode, SttpNode } from "../layer/node.js";
import type { SourceMap } from "../layer/source-map.js";
import { printNode } from "../print/print-node.js";
import type { ParseSettings } from "./options.js";
import { strictVerdict } from "./strict-verdict.js";

/**
 * How much of the text the node stands for. `clean`: the text is strict-valid. `recovered`: the canonical print is
 * strict-valid and leaves out nothing but preambles. `partial`: there is a node, but not of that kind. `none`: no node.
 */
export type RecoveryGrade = "clean" | "recovered" | "partial" | "none";

/**
 * STTP-P-01: what `parse` read of a text, or `parseDocument` of one node's slice, judged. `diagnostics` is sorted
 * (STTP-D-01); `counts` counts those a limit dropped, too.
 */
export interface ParseResult {
  /** Null where nothing was recovered, and under the strict profile where the text is not strict-valid. */
  readonly node: SttpNode | null;
  /** The same node where the text is strict-valid, else null. */
  readonly strict: StrictNode | null;
  /** Whether the text satisfies every strict rule; the same under both profiles. */
  readonly strictValid: boolean;
  readonly recovery: RecoveryGrade;
  readonly diagnostics: readonly Diagnostic[];
  readonly counts: DiagnosticCounts;
  /** The text exactly as given. */
  readonly raw: string;
  readonly source: SourceMap;
}

/** Closes the books over one node: verdict, grade, sorted diagnostics. */
export function settle(
  node: SttpNode | null,
  collector: DiagnosticCollector,
  raw: string,
  source: SourceMap,
  end: number,
  settings: ParseSettings,
): ParseResult {
  const diagnostics = collector.finish({ start: end, end });
  // STTP-G-04: the verdict counts what a limit has dropped.
  const strictValid = node !== null && !collector.strictImpact;
  return {
    // STTP-P-01: the strict profile changes what is handed out, never what was found.
    node: settings.profile === "strict" && !strictValid ? null : node,
    strict: strictValid ? (node as StrictNode) : null,
    strictValid,
    recovery: gradeOf(node, strictValid, settings.maxNesting),
    diagnostics,
    counts: collector.counts(),
    raw,
    source,
  };
}

function gradeOf(node: SttpNode | null, strictValid: boolean, maxNesting: number): RecoveryGrade {
  if (node === null) return "none";
  if (strictValid) return "clean";
  if (hasLooseParts(node)) return "partial";
  const { text, omitted } = printNode(node, {});
  const whole = omitted.every((omission) => omission.reason === "preamble");
  return whole && strictVerdict(text, maxNesting) ? "recovered" : "partial";
}
