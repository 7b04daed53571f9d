import type { Block } from "../layer/node.js";
import type { LayerKind } from "../source/glyph.js";
import type { BuildingBlock, BuildingObject } from "../syntax/frame.js";

/** A layer while it is being put together again. */
export interface BuildingLayer {
  kind: LayerKind;
  blocks: BuildingBlock[];
  unplacedBlocks: Block[];
  unparsed: { text: string }[];
}

/** An object that was not read from text. */
export type SpanlessObject = Omit<BuildingObject, "span">;
