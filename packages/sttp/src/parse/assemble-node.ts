import type { DiagnosticCollector } from "../diagnostic/collector.js";
import { rankOf } from "../layer/group-nodes.js";
import type { Layer, SttpNode, UnplacedLayer } from "../layer/node.js";
import { type LayerTrees, typedNode } from "../layer/typed-view.js";
import type { LayerKind } from "../source/glyph.js";
import type { TextBuffer } from "../source/text-buffer.js";
import type { LayerRecord } from "../syntax/layer-reader.js";
import { checkPresence, checkSchemas, type LayerReport } from "../validate/check-node.js";

/** Makes a node of its layers, given in source order with the hollow ones among them, and judges it as a whole. */
export function assembleNode(
  records: readonly LayerRecord[],
  buffer: TextBuffer,
  collector: DiagnosticCollector,
): SttpNode {
  const trees: { -readonly [K in LayerKind]?: Layer } = {};
  const first = new Map<LayerKind, LayerRecord>();
  const unplaced: UnplacedLayer[] = [];
  let latest: LayerRecord | null = null;
  let start = -1;
  for (const record of records) {
    const { kind, layer } = record;
    if (record.hollow) {
      unplaced.push({ reason: "hollow", layer });
      continue;
    }
    if (start < 0) start = record.start;
    const earlier = first.get(kind);
    if (earlier !== undefined) {
      // STTP-S1-02: the first layer of a kind stays under its own marker, later ones are set aside.
      collector.add("STTP_DUPLICATE_LAYER", record.start, record.tokenEnd, {
        layer: kind,
        path: [kind],
        related: [earlier.layer.span!],
        data: { layer: kind },
      });
      unplaced.push({ reason: "duplicate", layer });
      continue;
    }
    first.set(kind, record);
    trees[kind] = layer;
    if (kind === "delta") continue;
    // STTP-S1-01: one finding for each layer that stands after a later one.
    if (latest !== null && rankOf(kind) < rankOf(latest.kind)) {
      collector.add("STTP_LAYER_ORDER", record.start, record.tokenEnd, {
        layer: kind,
        path: [kind],
        related: [latest.layer.span!],
        data: { layer: kind, later: latest.kind },
      });
    } else latest = record;
  }
  const node = typedNode(trees as LayerTrees, unplaced, (value) =>
    value.span ? buffer.slice(value.span.start, value.span.end) : value.decimal,
  );
  const report: LayerReport = (layer, code, span, path, data) =>
    collector.add(code, span.start, span.end, { layer, path: [...path], ...(data && { data }) });
  checkPresence(node, start, report);
  checkSchemas(node, report);
  return node;
}
