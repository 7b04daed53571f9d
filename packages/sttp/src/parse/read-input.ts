import type { DiagnosticCollector } from "../diagnostic/collector.js";
import { isProse, NodeGrouping } from "../layer/group-nodes.js";
import type { SttpNode } from "../layer/node.js";
import { character } from "../source/character.js";
import { TextBuffer } from "../source/text-buffer.js";
import { LayerReader, type LayerRecord } from "../syntax/layer-reader.js";
import { assembleNode } from "./assemble-node.js";
import { checkGap } from "./check-gap.js";

interface NodeSlice {
  /** Index of the first layer of the node among all layers. */
  readonly from: number;
  readonly start: number;
  end: number;
}

/**
 * Reads a whole text as one node: everything in it is judged, the first node is handed out. With `stopEarly` the
 * reading may end once strictness is lost; the answer is then of no use but for that.
 */
export function readInput(
  text: string,
  collector: DiagnosticCollector,
  maxNesting: number,
  stopEarly: boolean,
): SttpNode | null {
  const buffer = new TextBuffer(text, true);
  const records: LayerRecord[] = [];
  const reader = new LayerReader(buffer, collector, maxNesting, {
    layerEnded(record) {
      records.push(record);
      if (stopEarly && collector.strictImpact) reader.stopRequested = true;
    },
  });
  if (text.charCodeAt(0) === character.byteOrderMark) collector.add("STTP_BOM", 0, 1);
  reader.run();
  if (stopEarly && collector.strictImpact) return null;
  checkGaps(text, records, collector);
  const slices = sliceNodes(text, records);
  // STTP-X-01: one node is handed out, the others are named.
  for (const { start, end } of slices.slice(1)) collector.add("STTP_ADDITIONAL_NODE", start, end);
  if (slices.length === 0) {
    collector.add("STTP_PARSE_LAYER_ERROR", 0, text.length);
    return null;
  }
  return assembleNode(records.slice(0, slices[1]?.from), buffer, collector);
}

function checkGaps(text: string, records: readonly LayerRecord[], collector: DiagnosticCollector): void {
  let end = text.charCodeAt(0) === character.byteOrderMark ? 1 : 0;
  for (const record of records) {
    if (record.start > end) checkGap(text.slice(end, record.start), end, collector);
    end = record.end;
  }
  if (end < text.length) checkGap(text.slice(end), end, collector);
}

function sliceNodes(text: string, records: readonly LayerRecord[]): NodeSlice[] {
  const grouping = new NodeGrouping();
  const slices: NodeSlice[] = [];
  let lastEnd = 0;
  for (const [index, record] of records.entries()) {
    if (record.hollow) continue;
    const { kind, start, end } = record;
    if (grouping.beginsNode(kind, () => isProse(text.slice(lastEnd, start)))) {
      grouping.begin();
      slices.push({ from: index, start, end });
    }
    grouping.join(kind);
    slices[slices.length - 1]!.end = end;
    lastEnd = end;
  }
  return slices;
}
