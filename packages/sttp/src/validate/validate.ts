import { DiagnosticCollector } from "../diagnostic/collector.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import type { DiagnosticCode } from "../diagnostic/table.js";
import { assertNode } from "../layer/assert-node.js";
import type { SttpNode } from "../layer/node.js";
import { checkContentField, type Report } from "./check-content.js";
import { checkPresence, checkSchemas, type LayerReport } from "./check-node.js";

/** Codes that say something about a node rather than about the text it was read from. */
const nodeCodes: ReadonlySet<DiagnosticCode> = /* @__PURE__ */ new Set<DiagnosticCode>([
  "STTP_MISSING_LAYER_PROVENANCE",
  "STTP_MISSING_LAYER_ENVELOPE",
  "STTP_MISSING_LAYER_CONTENT",
  "STTP_MISSING_LAYER_METRICS",
  "STTP_CONTENT_SCHEMA_MISSING_CONFIDENCE",
  "STTP_CONTENT_SCHEMA_INVALID_CONFIDENCE",
  "STTP_CONTENT_SCHEMA_EMPTY_OBJECT",
  "STTP_DEPTH_EXCEEDED",
  "STTP_STRICT_MISSING_REQUIRED_KEY",
  "STTP_STRICT_MISSING_REQUIRED_OBJECT",
  "STTP_STRICT_INVALID_ENUM",
  "STTP_STRICT_INVALID_NUMERIC",
  "STTP_ENUM_CASE",
  "STTP_INVALID_TYPE",
  "STTP_INVALID_TIMESTAMP",
  "STTP_PARENT_NODE_AMBIGUOUS",
  "STTP_OPTIONAL_MALFORMED",
  "STTP_UNKNOWN_KEY",
  "STTP_VALUE_RANGE",
  "STTP_PSI_MISMATCH",
]);

/**
 * STTP-P-04: judges any node, also one built by hand, by the rules that do not need its text. Elements without a span
 * are reported at 0..0. Throws TypeError for what is no node.
 */
export function validate(node: SttpNode): Diagnostic[] {
  assertNode(node);
  const collector = new DiagnosticCollector(Number.POSITIVE_INFINITY);
  const report: LayerReport = (layer, code, span, path, data) => {
    if (nodeCodes.has(code))
      collector.add(code, span.start, span.end, { layer, path: [...path], ...(data && { data }) });
  };
  const reportContent: Report = (...finding) => report("content", ...finding);
  for (const block of node.content?.blocks ?? []) {
    for (const field of inSourceOrder(block)) checkContentField(field, 1, ["content"], reportContent);
  }
  for (const block of node.content?.unplacedBlocks ?? []) {
    // Members behind the block are judged; blocks among members are only kept.
    if (block.wrapped) continue;
    for (const field of inSourceOrder(block)) checkContentField(field, 1, ["content"], reportContent);
  }
  checkPresence(node, nodeStart(node), report);
  checkSchemas(node, report);
  return collector.finish({ start: 0, end: 0 });
}

function inSourceOrder(block: NonNullable<SttpNode["content"]>["blocks"][number]) {
  const { fields, duplicates } = block.object;
  if (duplicates.length === 0) return fields;
  return [...fields, ...duplicates].sort((a, b) => (a.span?.start ?? 0) - (b.span?.start ?? 0));
}

function nodeStart(node: SttpNode): number {
  let start = Number.POSITIVE_INFINITY;
  for (const layer of [node.provenance, node.envelope, node.content, node.metrics, node.extensions.delta]) {
    if (layer?.span) start = Math.min(start, layer.span.start);
  }
  return Number.isFinite(start) ? start : 0;
}
