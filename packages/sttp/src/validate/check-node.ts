import type { Layer, SttpNode } from "../layer/node.js";
import { layerSchemas } from "../layer/schema.js";
import type { LayerKind } from "../source/glyph.js";
import type { Path, Span } from "../source/span.js";
import type { Report } from "./check-content.js";
import { checkObject, checkPsi } from "./check-schema.js";

const NOWHERE: Span = Object.freeze({ start: 0, end: 0 });

const missingCodes = {
  provenance: "STTP_MISSING_LAYER_PROVENANCE",
  envelope: "STTP_MISSING_LAYER_ENVELOPE",
  content: "STTP_MISSING_LAYER_CONTENT",
  metrics: "STTP_MISSING_LAYER_METRICS",
} as const;

/** The layers every node must have, in canonical order. */
export const requiredLayers = ["provenance", "envelope", "content", "metrics"] as const;

/** Takes a finding together with the layer it belongs to. */
export type LayerReport = (
  layer: LayerKind,
  code: Parameters<Report>[0],
  span: Span,
  path: Path,
  data?: Parameters<Report>[3],
) => void;

/** STTP-S2-01: reports each layer that is missing or has no block, at the end of the nearest layer before it. */
export function checkPresence(node: SttpNode, nodeStart: number, report: LayerReport): void {
  let at = nodeStart;
  for (const kind of requiredLayers) {
    const layer = node[kind];
    if (layer !== null && layer.blocks.length > 0) at = layer.span?.end ?? at;
    else report(kind, missingCodes[kind], { start: at, end: at }, [kind]);
  }
}

/** Judges the first block of each layer by its schema. */
export function checkSchemas(node: SttpNode, report: LayerReport): void {
  checkSchemaLayer("provenance", node.provenance, report);
  checkSchemaLayer("envelope", node.envelope, report);
  const content = node.content?.blocks[0]?.object;
  // STTP-S2-05: a content layer says at least one thing.
  if (content && content.fields.length === 0) {
    report("content", "STTP_CONTENT_SCHEMA_EMPTY_OBJECT", content.span ?? NOWHERE, ["content"]);
  }
  checkSchemaLayer("metrics", node.metrics, report);
}

function checkSchemaLayer(kind: keyof typeof layerSchemas, layer: Layer | null, report: LayerReport): void {
  const block = layer?.blocks[0];
  if (block === undefined) return;
  const start = block.object.span?.start ?? 0;
  const owner = { start, end: block.wrapped && block.object.span ? start + 1 : start };
  const put: Report = (code, span, path, data) => report(kind, code, span, path, data);
  const fields = checkObject(block.object, layerSchemas[kind], owner, [kind], put);
  if (kind === "metrics") {
    checkPsi(fields[2], fields[3]?.value, [kind, "psi"], put);
  }
}
