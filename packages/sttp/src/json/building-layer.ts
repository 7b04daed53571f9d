import type { Block } from "../layer/node.js";
import type { LayerKind } from "../source/glyph.js";
import type { BuildingBlock } from "../syntax/frame.js";
import type { Field, Fragment } from "../syntax/value.js";

/** A layer while it is being put together again. */
export interface BuildingLayer {
  kind: LayerKind;
  blocks: BuildingBlock[];
  unplacedBlocks: Block[];
  unparsed: Fragment[];
}

/** An object that was not read from text. */
export interface SpanlessObject {
  kind: "object";
  fields: Field[];
  duplicates: Field[];
  unparsed: Fragment[];
}
