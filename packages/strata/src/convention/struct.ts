import { z } from "zod";
import { conventionMisuse } from "./convention-misuse.js";
import type { OptionalField } from "./field.js";
import { isSnakeCase, type SnakeCase, snakeCase } from "./key-case.js";

/** Fields of a struct by their camelCase names; a bare schema is a required field. */
export type Fields = Readonly<Record<string, z.ZodType | OptionalField>>;

type RequiredKeys<F extends Fields> = { [K in keyof F]: F[K] extends z.ZodType ? K : never }[keyof F];
type FilledKeys<F extends Fields> = {
  [K in keyof F]: F[K] extends OptionalField<z.ZodType, true> ? K : never;
}[keyof F];
type SchemaOf<T> = T extends z.ZodType ? T : T extends OptionalField<infer S> ? S : never;
type Flat<T> = { [K in keyof T]: T[K] };

/** The TypeScript side of a struct: camelCase, filled defaults present. */
export type StructValue<F extends Fields> = Flat<
  { [K in RequiredKeys<F> | FilledKeys<F>]: z.output<SchemaOf<F[K]>> } & {
    [K in Exclude<keyof F, RequiredKeys<F> | FilledKeys<F>>]?: z.output<SchemaOf<F[K]>>;
  }
>;

/** The JSON side of a struct: snake_case, every optional field may be absent. */
export type StructJson<F extends Fields> = Flat<
  { [K in RequiredKeys<F> as SnakeCase<K & string>]: z.input<SchemaOf<F[K]>> } & {
    [K in Exclude<keyof F, RequiredKeys<F>> as SnakeCase<K & string>]?: z.input<SchemaOf<F[K]>>;
  }
>;

interface FieldEntry {
  readonly name: string;
  readonly key: string;
  readonly optional: OptionalField | null;
}

/**
 * A closed object: snake_case in JSON, camelCase in TypeScript, in the order of `fields` on both sides
 * (STRATA-ENC-01, -04, -09, -10). An unknown field is an issue in both directions.
 * @throws TypeError when a field's name has no snake_case spelling.
 */
export function struct<F extends Fields>(
  fields: F,
): z.ZodCodec<z.ZodType<StructJson<F>, StructJson<F>>, z.ZodType<StructValue<F>, StructValue<F>>> {
  const entries: FieldEntry[] = [];
  const jsonShape: Record<string, z.ZodType> = {};
  const valueShape: Record<string, z.ZodType> = {};
  for (const [name, field] of Object.entries(fields)) {
    // STRATA-ENC-01: the only way to name a field in JSON is snake_case.
    const key = snakeCase(name);
    if (!isSnakeCase(key)) throw conventionMisuse(`field name ${JSON.stringify(name)} has no snake_case spelling`);
    const optional = field instanceof z.ZodType ? null : field;
    entries.push({ name, key, optional });
    jsonShape[key] = field instanceof z.ZodType ? field : field.schema.optional();
    valueShape[name] = optional === null ? z.unknown() : z.unknown().optional();
  }
  // STRATA-ENC-12: one codec holds both directions, so that they cannot drift apart.
  const codec = z.codec(z.strictObject(jsonShape), z.strictObject(valueShape), {
    decode: (json) => rename(entries, json as Record<string, unknown>),
    encode: (value) => renameBack(entries, value as Record<string, unknown>),
  });
  return codec as unknown as ReturnType<typeof struct<F>>;
}

function rename(entries: readonly FieldEntry[], json: Record<string, unknown>): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  for (const { name, key, optional } of entries) {
    const given = json[key] === undefined && optional?.filled ? optional.fill() : json[key];
    if (given !== undefined) value[name] = given;
  }
  return value;
}

function renameBack(entries: readonly FieldEntry[], value: Record<string, unknown>): Record<string, unknown> {
  const json: Record<string, unknown> = {};
  for (const { name, key, optional } of entries) {
    // STRATA-ENC-04: what is at its default is not written.
    if (optional?.isDefault(value[name])) continue;
    json[key] = value[name];
  }
  return json;
}
