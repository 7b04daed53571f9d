import { misuse } from "../source/misuse.js";
import type { SttpNode } from "./node.js";

/** Throws TypeError unless the argument has the outline of a node. */
export function assertNode(node: SttpNode): void {
  const outline = node as Partial<SttpNode> | null;
  const fits =
    typeof outline === "object" &&
    outline !== null &&
    isLayer(outline.provenance) &&
    isLayer(outline.envelope) &&
    isLayer(outline.content) &&
    isLayer(outline.metrics) &&
    typeof outline.extensions === "object" &&
    Array.isArray(outline.unplacedLayers);
  if (!fits) throw misuse("STTP_ARGUMENT_TYPE", "node must be an SttpNode, as parse, fromJson and createNode give it");
}

function isLayer(layer: unknown): boolean {
  if (layer === null) return true;
  return typeof layer === "object" && Array.isArray((layer as { blocks?: unknown }).blocks);
}
