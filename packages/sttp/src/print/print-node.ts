import type { Block, Layer, ParentRef, SttpNode } from "../layer/node.js";
import { project } from "../layer/project.js";
import { type KeySchema, layerSchemas, type ObjectSchema } from "../layer/schema.js";
import { integerOf, numberOf, parentOf, wordOf } from "../layer/typed-value.js";
import { isIdentifier } from "../source/character.js";
import { glyph } from "../source/glyph.js";
import type { Path } from "../source/span.js";
import { CONFIDENCE_TEXT_LIMIT, isConfidenceStop } from "../syntax/lookahead.js";
import { readConfidence } from "../syntax/read-confidence.js";
import type { Field, ObjectValue, Value } from "../syntax/value.js";
import { requiredLayers } from "../validate/check-node.js";
import { confidenceText, decimalText } from "./number-text.js";
import { quoted } from "./string-text.js";

/** What a writer of canonical text may choose. Wrong values throw, as `print` says. */
export interface PrintOptions {
  /** Also escapes braces and glyphs inside strings, for readers that search for them. Default false. */
  readonly escapeGlyphs?: boolean;
  /** The ordinal of blocks that have none; an integer from 0 to 999 999 999, default 0. */
  readonly ordinal?: number;
}

/** Why something is not in the canonical form. */
export type OmissionReason =
  | "raw"
  | "fragment"
  | "preamble"
  | "duplicate"
  | "extra_block"
  | "nested_block"
  | "unplaced"
  | "delta";

/** STTP-C-07: something that is not in the canonical text, by the path of what holds it or of itself. */
export interface Omission {
  readonly path: Path;
  readonly reason: OmissionReason;
}

const glyphOf = {
  provenance: String.fromCharCode(glyph.provenance),
  envelope: String.fromCharCode(glyph.envelope),
  content: String.fromCharCode(glyph.content),
  metrics: String.fromCharCode(glyph.metrics),
} as const;

/** The canonical text of a node and what is not in it. */
export function printNode(node: SttpNode, options: PrintOptions): { text: string; omitted: Omission[] } {
  const printer = new NodePrinter(node, options);
  return { text: printer.print(), omitted: printer.omitted };
}

class NodePrinter {
  readonly omitted: Omission[] = [];
  readonly #node: SttpNode;
  readonly #escapeGlyphs: boolean;
  readonly #ordinal: number;
  /** The path of what is being printed. */
  readonly #trail: (string | number)[] = [];

  constructor(node: SttpNode, options: PrintOptions) {
    this.#node = node;
    this.#escapeGlyphs = options.escapeGlyphs ?? false;
    this.#ordinal = options.ordinal ?? 0;
  }

  // STTP-C-01: one line per layer in canonical order, missing ones left out.
  print(): string {
    const lines: string[] = [];
    for (const kind of requiredLayers) {
      const layer = this.#node[kind];
      const block = layer?.blocks[0];
      if (!layer || !block) continue;
      this.#trail.push(kind);
      const body =
        kind === "content" ? this.#object(block.object) : this.#schemaObject(block.object, layerSchemas[kind]);
      lines.push(`${glyphOf[kind]}⟨ ⏣${block.ordinal ?? this.#ordinal}${body} ⟩`);
      this.#omitRest(layer, block);
      this.#trail.pop();
    }
    if (this.#node.extensions.delta) this.#omit("delta", "delta");
    for (const { layer } of this.#node.unplacedLayers) this.#omit("unplaced", layer.kind);
    return lines.join("\n");
  }

  // STTP-C-07: whatever the canonical form has no place for is named, so that nothing goes missing silently.
  #omitRest(layer: Layer, block: Block): void {
    if (block.preamble) this.#omit("preamble");
    for (let index = 1; index < layer.blocks.length; index++) this.#omit("extra_block");
    for (const { wrapped } of layer.unplacedBlocks) this.#omit(wrapped ? "nested_block" : "unplaced");
    for (const _ of layer.unparsed) this.#omit("fragment");
  }

  #omit(reason: OmissionReason, ...step: readonly string[]): void {
    this.omitted.push({ path: [...this.#trail, ...step], reason });
  }

  // STTP-C-02: known keys in the order of the schema, unknown ones behind them as they came.
  #schemaObject(object: ObjectValue, schema: ObjectSchema): string {
    const { known, unknown, duplicates } = project(object, schema);
    const members: string[] = [];
    for (const index of schema.printIndices) {
      const field = known[index];
      if (field === undefined) continue;
      const key = schema.keys[index]!;
      this.#trail.push(key.name);
      const value = this.#knownValue(key, field.value);
      if (value === null) this.#omit("raw");
      else members.push(`${this.#signature(key.name, field)}: ${value}`);
      this.#trail.pop();
    }
    for (const field of unknown) this.#member(field, members);
    for (const { field } of duplicates) this.#omit("duplicate", field.name);
    this.#omitLoose(object);
    return braced(members);
  }

  #omitLoose(object: ObjectValue): void {
    for (const field of object.duplicates) this.#omit("duplicate", field.name);
    for (const _ of object.unparsed) this.#omit("fragment");
  }

  #knownValue(key: KeySchema, value: Value): string | null {
    switch (key.type) {
      case "enum": {
        if (value.kind !== "string") break;
        const word = wordOf(value.value, key.words!);
        return key.words!.includes(word) ? word : quoted(value.value, this.#escapeGlyphs);
      }
      case "number":
      case "integer": {
        const number = key.type === "integer" ? integerOf(value) : numberOf(value);
        if (number !== null) return decimalText(number.decimal, key.fractionDigits ?? 0);
        break;
      }
      case "parent":
        return this.#parent(value);
      case "object":
        if (value.kind === "object") return this.#schemaObject(value, key.object!);
    }
    return this.#value(value);
  }

  // STTP-C-06: null, or the reference's own text in quotes.
  #parent(value: Value): string | null {
    const written: ParentRef | undefined = this.#node.provenance?.parent_node;
    const lexeme = written?.kind === "plain" ? written.text : null;
    const parent = parentOf(value, (number) => lexeme ?? number.decimal);
    if (parent === null) return this.#value(value);
    return parent.kind === "none" ? "null" : quoted(parent.text, this.#escapeGlyphs);
  }

  #object(object: ObjectValue): string {
    const members: string[] = [];
    for (const field of object.fields) this.#member(field, members);
    this.#omitLoose(object);
    return braced(members);
  }

  #member(field: Field, members: string[]): void {
    this.#trail.push(field.name);
    const value = this.#value(field.value);
    if (value === null) this.#omit("raw");
    else members.push(`${this.#signature(field.name, field)}: ${value}`);
    this.#trail.pop();
  }

  #signature(name: string, field: Field): string {
    const written = isIdentifier(name) ? name : quoted(name, this.#escapeGlyphs);
    if (field.confidence !== undefined) return `${written}(${confidenceText(field.confidence)})`;
    const text = field.confidenceText;
    return text !== undefined && isReadable(text) ? `${written}(${text})` : written;
  }

  /** The text of a value, or null for one that is kept raw. */
  #value(value: Value): string | null {
    switch (value.kind) {
      case "object":
        return this.#object(value);
      case "array":
        return this.#array(value.items);
      case "string":
        return quoted(value.value, this.#escapeGlyphs);
      case "number":
        return value.decimal;
      case "boolean":
        return String(value.value);
      case "null":
        return "null";
      case "raw":
        return null;
    }
  }

  #array(items: readonly Value[]): string {
    const texts: string[] = [];
    for (let index = 0; index < items.length; index++) {
      this.#trail.push(index);
      const text = this.#value(items[index]!);
      if (text === null) this.#omit("raw");
      else texts.push(text);
      this.#trail.pop();
    }
    return `[${texts.join(", ")}]`;
  }
}

function braced(members: readonly string[]): string {
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

/** Whether a confidence that is no number would be read back as the same text. */
function isReadable(text: string): boolean {
  if (text.length > CONFIDENCE_TEXT_LIMIT || readConfidence(text).text !== text) return false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0x29 || isConfidenceStop(code)) return false;
  }
  return true;
}
