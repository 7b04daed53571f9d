import { z } from "zod";
import { conventionMisuse } from "./convention-misuse.js";
import { isSnakeCase } from "./key-case.js";
import { type Fields, type StructJson, type StructValue, struct } from "./struct.js";

/** Payload schemas by `kind`; null for a variant without payload. */
export type Variants = Readonly<Record<string, z.ZodType | null>>;

type VariantValue<V extends Variants, B extends Fields> = {
  [K in keyof V & string]: { kind: K } & (V[K] extends z.ZodType ? { data: z.output<V[K]> } : unknown) & StructValue<B>;
}[keyof V & string];

type VariantJson<V extends Variants, B extends Fields> = {
  [K in keyof V & string]: { kind: K } & (V[K] extends z.ZodType ? { data: z.input<V[K]> } : unknown) & StructJson<B>;
}[keyof V & string];

/** The codec a tagged union is: JSON on the one side, the TypeScript value on the other. */
export type TaggedUnion<V extends Variants, B extends Fields> = z.ZodType<VariantValue<V, B>, VariantJson<V, B>>;

/**
 * An adjacently tagged union: `{"kind": k, "data": payload}`, or `{"kind": k}` alone where the variant is null
 * (STRATA-ENC-02). `beside` are the further keys of Program items and event envelopes, which no other union has.
 * @throws TypeError when a kind is not snake_case, or no variant carries data (write `words` for that, STRATA-ENC-03).
 */
export function taggedUnion<V extends Variants, B extends Fields = Record<never, never>>(
  variants: V,
  beside?: B,
): TaggedUnion<V, B> {
  const kinds = Object.entries(variants);
  for (const [kind] of kinds) {
    if (!isSnakeCase(kind)) throw conventionMisuse(`kind ${JSON.stringify(kind)} is not snake_case`);
  }
  // STRATA-ENC-03: an enum without payloads is a list of words, never a tagged union.
  if (kinds.every(([, payload]) => payload === null)) throw conventionMisuse("no variant carries data: use words");
  const options = kinds.map(([kind, payload]) =>
    // STRATA-ENC-02: a variant without payload has no `data` at all.
    struct({ kind: z.literal(kind), ...(payload === null ? {} : { data: payload }), ...beside }),
  );
  const [first, ...rest] = options;
  const union = z.discriminatedUnion("kind", [first as never, ...(rest as never[])]);
  return union as unknown as TaggedUnion<V, B>;
}
