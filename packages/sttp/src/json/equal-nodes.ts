import type { SttpNode } from "../layer/node.js";
import { toJson } from "./to-json.js";

/**
 * STTP-A-05: whether two nodes say the same: names, confidences, exact numbers, strings, the order of content fields and
 * of extensions, and what was recovered beside them. Spans, styles, quotes, markers and braces do not count, and an
 * absent ordinal is 0. Throws TypeError for what is no node.
 */
export function equalNodes(a: SttpNode, b: SttpNode): boolean {
  // STTP-A-05: by what they say.
  return comparable(a) === comparable(b);
}

function comparable(node: SttpNode): string {
  return JSON.stringify(toJson(node), (key, value: unknown) => {
    if (key === "wrapped") return undefined;
    return key === "ordinal" && value === 0 ? undefined : value;
  });
}
