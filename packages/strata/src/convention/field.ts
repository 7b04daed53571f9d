import { z } from "zod";

/** A field that may be absent from the JSON, and when the writer leaves it out. */
export interface OptionalField<Schema extends z.ZodType = z.ZodType, Filled extends boolean = boolean> {
  readonly schema: Schema;
  /** True when decoding puts the default in place of an absent field. */
  readonly filled: Filled;
  /** A fresh default for an absent field. */
  readonly fill: () => z.output<Schema> | undefined;
  /** Whether a value is the default, so that the writer omits it. */
  readonly isDefault: (value: unknown) => boolean;
}

/** A field that is absent when it has no value; `undefined` on the TypeScript side. */
export function optional<Schema extends z.ZodType>(schema: Schema): OptionalField<Schema, false> {
  return { schema, filled: false, fill: () => undefined, isDefault: (value) => value === undefined };
}

/** A field that is absent when it equals `value`, a primitive; decoding fills it in. */
export function withDefault<Schema extends z.ZodType>(
  schema: Schema,
  value: z.output<Schema> & (string | number | boolean),
): OptionalField<Schema, true> {
  return {
    schema,
    filled: true,
    fill: () => value,
    isDefault: (given) => given === undefined || Object.is(given, value),
  };
}

/** A list that is absent when it is empty; decoding gives `[]`. */
export function optionalList<Element extends z.ZodType>(element: Element): OptionalField<z.ZodArray<Element>, true> {
  return {
    schema: z.array(element),
    filled: true,
    fill: () => [],
    isDefault: (value) => value === undefined || (Array.isArray(value) && value.length === 0),
  };
}
