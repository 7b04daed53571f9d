import {
  type ArrayValue,
  type Field,
  type Fragment,
  NONE,
  type ObjectValue,
  type StringValue,
  type Value,
} from "./value.js";
import type { ObjectPlace } from "./vocabulary.js";

/** Parts of the tree while they are being built. */
export type BuildingSpan = { start: number; end: number };

export interface BuildingObject {
  kind: "object";
  fields: Field[];
  duplicates: readonly Field[];
  unparsed: readonly Fragment[];
  span: BuildingSpan;
}

export interface BuildingArray {
  kind: "array";
  items: Value[];
  span: BuildingSpan;
}

export interface BuildingBlock {
  ordinal: number | null;
  marker: boolean;
  wrapped: boolean;
  preamble?: StringValue;
  object: ObjectValue;
}

/** What a frame expects next. */
export const MEMBER = 0;
export const SIGNATURE = 1;
export const VALUE = 2;
export const AFTER = 3;
export const SKIP = 4;
export type FrameState = typeof MEMBER | typeof SIGNATURE | typeof VALUE | typeof AFTER | typeof SKIP;

/** What stood before the place where a member may begin. */
export const AT_START = 0;
export const AFTER_COMMA = 1;
export const AFTER_PIPE = 2;
/** After something that needs no comma: a comma is silent here. */
export const AFTER_OTHER = 3;
export const AFTER_OTHER_COMMA = 4;
export type Before =
  | typeof AT_START
  | typeof AFTER_COMMA
  | typeof AFTER_PIPE
  | typeof AFTER_OTHER
  | typeof AFTER_OTHER_COMMA;

/** Why an object is what it is: the block of a layer, members behind it, a block among members, a value. */
export type ObjectRole = "block" | "after-block" | "nested-block" | "value";

/** An open object or array, with the member that is being read in it. */
export class Frame {
  readonly depth: number;
  object: BuildingObject | null = null;
  array: BuildingArray | null = null;
  block: BuildingBlock | null = null;
  role: ObjectRole = "value";
  place: ObjectPlace = "other";
  /** Depth counted in objects only; the root object of a block is 1. */
  objectDepth = 1;
  /** Whether confidences and depth are judged here. */
  judged = false;
  /** Whether pipes may separate members here. */
  pipes = false;
  state: FrameState = MEMBER;
  before: Before = AT_START;
  separatorAt = 0;
  names: Map<string, Field> | null = null;

  name = "";
  quoted = false;
  nameStart = 0;
  nameEnd = 0;
  colonEnd = 0;
  /** NaN where there is none. */
  confidence = Number.NaN;
  confidenceText: string | null = null;
  confidenceStart = 0;
  confidenceEnd = 0;
  /** Line ends read when the colon had been read. */
  linesBefore = 0;
  value: Value | null = null;
  valueStart = 0;
  valueEnd = 0;
  trailed = false;

  constructor(depth: number) {
    this.depth = depth;
  }

  get start(): number {
    return (this.object ?? this.array)!.span.start;
  }

  get container(): BuildingObject | BuildingArray {
    return (this.object ?? this.array)!;
  }

  openObject(start: number, role: ObjectRole, place: ObjectPlace, objectDepth: number, judged: boolean): ObjectValue {
    this.object = { kind: "object", fields: [], duplicates: NONE, unparsed: NONE, span: { start, end: start } };
    this.array = null;
    this.block = null;
    this.role = role;
    this.place = place;
    this.objectDepth = objectDepth;
    this.judged = judged;
    this.pipes = role === "block" || role === "after-block";
    this.state = MEMBER;
    this.before = AT_START;
    this.names = null;
    this.trailed = false;
    return this.object;
  }

  openArray(start: number, objectDepth: number, judged: boolean): ArrayValue {
    this.array = { kind: "array", items: [], span: { start, end: start } };
    this.object = null;
    this.block = null;
    this.role = "value";
    this.place = "other";
    this.objectDepth = objectDepth;
    this.judged = judged;
    this.pipes = false;
    this.state = MEMBER;
    this.before = AT_START;
    this.names = null;
    this.trailed = false;
    return this.array;
  }

  /** The field of this name that the object already holds. */
  find(name: string): Field | undefined {
    const fields = this.object!.fields;
    const count = fields.length;
    if (count < 12) {
      for (let index = 0; index < count; index++) if (fields[index]!.name === name) return fields[index];
      return undefined;
    }
    if (this.names === null) {
      this.names = new Map();
      for (const field of fields) this.names.set(field.name, field);
    }
    return this.names.get(name);
  }

  addField(field: Field): void {
    this.object!.fields.push(field);
    this.names?.set(field.name, field);
  }
}
