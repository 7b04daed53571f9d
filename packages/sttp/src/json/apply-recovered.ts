import type { Layer, UnplacedLayer } from "../layer/node.js";
import type { LayerKind } from "../source/glyph.js";
import type { Path } from "../source/span.js";
import type { BuildingBlock } from "../syntax/frame.js";
import type { Field } from "../syntax/value.js";
import type { BuildingLayer, SpanlessObject } from "./building-layer.js";
import { type TreeReader, textValue } from "./tree-from-json.js";

type Layers = { [K in LayerKind]?: BuildingLayer };

/** Puts what stands under `recovered` back where it was; answers the delta layer, if there is one. */
export function applyRecovered(
  value: unknown,
  path: Path,
  tree: TreeReader,
  layers: Layers,
  unplaced: UnplacedLayer[],
): Layer | null {
  const { json } = tree;
  const known = [
    "preambles",
    "duplicates",
    "fragments",
    "layer_fragments",
    "mistyped",
    "confidences",
    "blocks",
    "unplaced_blocks",
    "delta",
    "unplaced_layers",
  ];
  const members = json.members(value, path, known);
  if (members === null) return null;

  /** Reads one list of loose things and puts each where its path says. */
  const each = <T>(
    name: string,
    read: (data: unknown, at: Path) => T | null,
    place: (data: T, target: Path) => boolean,
  ): void => {
    json.optional(members, name, path, (list, at) =>
      json.array(list, at, (item, itemPath) => {
        const loose = json.members(item, itemPath, ["path", "data"]);
        if (loose === null) return null;
        const target = json.required(loose, "path", itemPath, (steps, stepsPath) =>
          json.array(steps, stepsPath, (step, stepPath) =>
            typeof step === "string" || typeof step === "number" ? step : json.fail(stepPath, "type"),
          ),
        );
        const data = json.required(loose, "data", itemPath, read);
        if (target === null || data === null) return null;
        return place(data, target) ? true : json.fail([...itemPath, "path"], "value");
      }),
    );
  };

  // Mistyped members first: other things may lie inside them.
  each("mistyped", tree.field, (field, target) => pushTo(objectAt(layers, target)?.fields, field));
  each("duplicates", tree.field, (field, target) => pushTo(objectAt(layers, target)?.duplicates, field));
  each("fragments", json.string, (text, target) => pushTo(objectAt(layers, target)?.unparsed, { text }));
  each("layer_fragments", json.string, (text, target) => pushTo(layerAt(layers, target)?.unparsed, { text }));
  each("confidences", confidenceReader(tree), (confidence, target) => {
    const owner = objectAt(layers, target.slice(0, -1));
    const index = owner?.fields.findIndex((field) => field.name === target[target.length - 1]) ?? -1;
    if (!owner || index < 0) return false;
    owner.fields[index] = { ...owner.fields[index]!, ...confidence };
    return true;
  });
  each("preambles", json.string, (text, target) => {
    const block = layerAt(layers, target)?.blocks[0];
    if (!block) return false;
    block.preamble = textValue(text)!;
    return true;
  });
  each("blocks", tree.block, (block, target) => pushTo(layerAt(layers, target)?.blocks, block as BuildingBlock));
  each("unplaced_blocks", tree.block, (block, target) => pushTo(layerAt(layers, target)?.unplacedBlocks, block));
  json.optional(members, "unplaced_layers", path, (list, at) =>
    json.array(list, at, (item, itemPath) => {
      const entry = json.members(item, itemPath, ["reason", "layer"]);
      if (entry === null) return null;
      const reason = json.required(entry, "reason", itemPath, json.string);
      const layer = json.required(entry, "layer", itemPath, tree.layer);
      if (reason !== "duplicate" && reason !== "hollow") {
        return reason === null ? null : json.fail([...itemPath, "reason"], "value");
      }
      if (layer !== null) unplaced.push({ reason, layer });
      return layer;
    }),
  );
  return json.optional(members, "delta", path, tree.layer);
}

function confidenceReader(tree: TreeReader): (data: unknown, at: Path) => Partial<Field> | null {
  const { json } = tree;
  return (data, at) => {
    const members = json.members(data, at, ["confidence", "confidence_text"]);
    if (members === null) return null;
    const confidence = json.optional(members, "confidence", at, json.finite);
    const confidenceText = json.optional(members, "confidence_text", at, json.string);
    return { ...(confidence !== null && { confidence }), ...(confidenceText !== null && { confidenceText }) };
  };
}

function pushTo<T>(list: T[] | undefined, item: T): boolean {
  list?.push(item);
  return list !== undefined;
}

function layerAt(layers: Layers, path: Path): BuildingLayer | undefined {
  const [kind] = path;
  if (path.length !== 1 || typeof kind !== "string" || !Object.hasOwn(layers, kind)) return undefined;
  return layers[kind as LayerKind];
}

/** The object that a path of names and indices leads to, starting in the first block of a layer. */
function objectAt(layers: Layers, path: Path): SpanlessObject | undefined {
  let value: unknown = layerAt(layers, path.slice(0, 1))?.blocks[0]?.object;
  for (const step of path.slice(1)) {
    const container = value as { kind?: string; fields?: readonly Field[]; items?: readonly unknown[] } | undefined;
    if (container?.kind === "object") value = container.fields!.find((field) => field.name === step)?.value;
    else if (container?.kind === "array" && typeof step === "number") value = container.items![step];
    else return undefined;
  }
  const object = value as SpanlessObject | undefined;
  return object?.kind === "object" ? object : undefined;
}
