import { appended, type Field, NONE, type ObjectValue } from "../syntax/value.js";
import { asciiLower } from "../syntax/vocabulary.js";
import type { KeySchema, ObjectSchema } from "./schema.js";

/** An object of the schema layers, sorted by what its fields mean; the object itself stays as it is. */
export interface Projection {
  /** The first field for each key, by the key's index in the schema. */
  readonly known: readonly (Field | undefined)[];
  readonly unknown: readonly Field[];
  /** Fields under another spelling of their key, in source order. */
  readonly aliases: readonly { readonly key: KeySchema; readonly field: Field }[];
  /** Fields for a key that an earlier field already holds. */
  readonly duplicates: readonly { readonly key: KeySchema; readonly field: Field; readonly first: Field }[];
}

interface KeyTable {
  readonly indices: ReadonlyMap<string, number>;
  readonly aliases: ReadonlyMap<string, string>;
}

/** Derived from schemas alone; names from the input are looked up in maps, never on objects. */
const tables = /* @__PURE__ */ new WeakMap<ObjectSchema, KeyTable>();

function tableOf(schema: ObjectSchema): KeyTable {
  let table = tables.get(schema);
  if (table === undefined) {
    table = {
      indices: new Map(schema.keys.map((key, index) => [key.name, index])),
      aliases: new Map(Object.entries(schema.aliases)),
    };
    tables.set(schema, table);
  }
  return table;
}

/** The key that a name means in an object, under any of its spellings. */
export function keyOf(schema: ObjectSchema, name: string): KeySchema | undefined {
  return schema.keys[indexOf(schema, name)];
}

function indexOf(schema: ObjectSchema, name: string): number {
  const { indices, aliases } = tableOf(schema);
  return indices.get(name) ?? indices.get(aliases.get(name) ?? asciiLower(name)) ?? -1;
}

/** STTP-A-01: reads an object by its schema. */
export function project(object: ObjectValue, schema: ObjectSchema): Projection {
  const { keys, printIndices } = schema;
  const { fields } = object;
  const known: (Field | undefined)[] = [];
  for (let index = 0; index < keys.length; index++) known.push(undefined);
  let unknown: readonly Field[] = NONE;
  let aliases: Projection["aliases"] = NONE;
  let duplicates: Projection["duplicates"] = NONE;
  // Most objects follow the canonical order, so the next key of it is tried before any look-up.
  let place = 0;
  for (let at = 0; at < fields.length; at++) {
    const field = fields[at]!;
    let index = place < printIndices.length ? printIndices[place]! : -1;
    if (index < 0 || keys[index]!.name !== field.name) {
      index = indexOf(schema, field.name);
      if (index >= 0) place = printIndices.indexOf(index);
    }
    if (index < 0) {
      unknown = appended(unknown, field);
      continue;
    }
    place++;
    const key = keys[index]!;
    if (key.name !== field.name) aliases = appended(aliases, { key, field });
    const first = known[index];
    // STTP-A-01: of two spellings of a key the first in the source counts.
    if (first === undefined) known[index] = field;
    else duplicates = appended(duplicates, { key, field, first });
  }
  return { known, unknown, aliases, duplicates };
}
