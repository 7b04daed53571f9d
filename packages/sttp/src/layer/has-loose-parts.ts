import type { Value } from "../syntax/value.js";
import type { SttpNode } from "./node.js";

/** Whether something was set aside, kept raw or not read at all; preambles do not count. */
export function hasLooseParts(node: SttpNode): boolean {
  if (node.extensions.delta || node.unplacedLayers.length > 0) return true;
  for (const layer of [node.provenance, node.envelope, node.content, node.metrics]) {
    if (layer === null) continue;
    if (layer.blocks.length > 1 || layer.unplacedBlocks.length > 0 || layer.unparsed.length > 0) return true;
    if (layer.blocks.some((block) => isLoose(block.object))) return true;
  }
  return false;
}

function isLoose(value: Value): boolean {
  switch (value.kind) {
    case "raw":
      return true;
    case "array":
      return value.items.some(isLoose);
    case "object":
      if (value.duplicates.length > 0 || value.unparsed.length > 0) return true;
      return value.fields.some((field) => isLoose(field.value));
    default:
      return false;
  }
}
