import type { Field, ObjectValue } from "../syntax/value.js";
import { asciiLower } from "../syntax/vocabulary.js";
import type { KeySchema, ObjectSchema } from "./schema.js";

/** A field of an object of the schema layers, under the key it means. */
export interface KnownField {
  readonly key: KeySchema;
  readonly field: Field;
  readonly alias: boolean;
}

/** An object of the schema layers, sorted by what its fields mean. */
export interface Projection {
  readonly known: ReadonlyMap<string, KnownField>;
  readonly unknown: readonly Field[];
  /** Fields under an alias, in source order. */
  readonly aliases: readonly KnownField[];
  /** Fields that mean a key which an earlier field already holds. */
  readonly duplicates: readonly { readonly first: KnownField; readonly field: Field }[];
}

interface KeyTable {
  readonly exact: ReadonlyMap<string, KeySchema>;
  readonly aliases: ReadonlyMap<string, string>;
}

const tables = new WeakMap<ObjectSchema, KeyTable>();

function tableOf(schema: ObjectSchema): KeyTable {
  let table = tables.get(schema);
  if (table === undefined) {
    // Names from the input are looked up in maps, never on objects.
    const exact = new Map(schema.keys.map((key) => [key.name, key]));
    table = { exact, aliases: new Map(Object.entries(schema.aliases)) };
    tables.set(schema, table);
  }
  return table;
}

/** The key that a name means in an object, under any of its spellings. */
export function keyOf(schema: ObjectSchema, name: string): KeySchema | undefined {
  const table = tableOf(schema);
  const exact = table.exact.get(name);
  if (exact !== undefined) return exact;
  const alias = table.aliases.get(name);
  return table.exact.get(alias ?? asciiLower(name));
}

/** STTP-A-01: reads an object by its schema; the object itself stays as it is. */
export function project(object: ObjectValue, schema: ObjectSchema): Projection {
  const known = new Map<string, KnownField>();
  const unknown: Field[] = [];
  const aliases: KnownField[] = [];
  const duplicates: { first: KnownField; field: Field }[] = [];
  for (const field of object.fields) {
    const key = keyOf(schema, field.name);
    if (key === undefined) {
      unknown.push(field);
      continue;
    }
    const entry = { key, field, alias: key.name !== field.name };
    if (entry.alias) aliases.push(entry);
    const first = known.get(key.name);
    if (first === undefined) known.set(key.name, entry);
    else duplicates.push({ first, field });
  }
  return { known, unknown, aliases, duplicates };
}
