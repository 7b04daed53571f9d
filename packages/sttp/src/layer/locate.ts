import type { Path, Span } from "../source/span.js";
import type { Field, ObjectValue, Value } from "../syntax/value.js";
import type { Layer, SttpNode } from "./node.js";

/** The path of the innermost element of a node that holds an offset, or null. */
export function locate(node: SttpNode, offset: number): Path | null {
  const layers = [node.provenance, node.envelope, node.content, node.metrics, node.extensions.delta];
  for (const layer of layers) {
    if (layer?.span && holds(layer.span, offset)) return locateInLayer(layer, offset);
  }
  return null;
}

function locateInLayer(layer: Layer, offset: number): Path {
  const path: (string | number)[] = [layer.kind];
  for (const block of [...layer.blocks, ...layer.unplacedBlocks]) {
    if (block.object.span && holds(block.object.span, offset)) locateInObject(block.object, offset, path);
  }
  return path;
}

function locateInObject(object: ObjectValue, offset: number, path: (string | number)[]): void {
  const field = find(object.fields, offset) ?? find(object.duplicates, offset);
  if (field === undefined) return;
  path.push(field.name);
  locateInValue(field.value, offset, path);
}

function locateInValue(value: Value, offset: number, path: (string | number)[]): void {
  if (!value.span || !holds(value.span, offset)) return;
  if (value.kind === "object") {
    locateInObject(value, offset, path);
    return;
  }
  if (value.kind !== "array") return;
  const item = find(value.items, offset);
  if (item === undefined) return;
  path.push(value.items.indexOf(item));
  locateInValue(item, offset, path);
}

/** Elements of one container stand in source order, so halving finds the one at an offset. */
function find<T extends Field | Value>(elements: readonly T[], offset: number): T | undefined {
  let low = 0;
  let high = elements.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const span = elements[middle]!.span;
    if (span === undefined) return undefined;
    if (offset < span.start) high = middle - 1;
    else if (offset >= span.end) low = middle + 1;
    else return elements[middle];
  }
  return undefined;
}

function holds(span: Span, offset: number): boolean {
  return offset >= span.start && offset < span.end;
}
