import { z } from "zod";
import { type OptionalField, safeInteger, struct, taggedUnion, tropicalWeight, words } from "../convention/index.js";
import { isDefault } from "./is-default.js";
import type { Field, Shape, StructShape, TaggedShape } from "./shape.js";

/** What a schema admits beyond, or short of, the strict form. */
export interface SchemaOptions {
  /** Admit input shorthand for column sorts and annotations (STRATA-LOAD-03). Default false. */
  readonly shorthand?: boolean;
  /** Admit the extension: builtin literals and the pragma `builtins`. Default true. */
  readonly extension?: boolean;
}

/** A zod codec between the strict JSON of `shape` and its TypeScript form. Built when called, one per call. */
export function zodSchema(shape: Shape, options: SchemaOptions = {}): z.ZodType {
  return new SchemaBuilder(options).schema(shape);
}

class SchemaBuilder {
  readonly #shorthand: boolean;
  readonly #extension: boolean;
  readonly #known = new Map<Shape, z.ZodType>();

  constructor({ shorthand = false, extension = true }: SchemaOptions) {
    this.#shorthand = shorthand;
    this.#extension = extension;
  }

  schema(shape: Shape): z.ZodType {
    const known = this.#known.get(shape);
    if (known !== undefined) return known;
    const built = this.#build(shape);
    // A list has no name of its own: sharing it would put a nameless definition into the JSON Schema.
    if (shape.type !== "list") this.#known.set(shape, built);
    return built;
  }

  #build(shape: Shape): z.ZodType {
    switch (shape.type) {
      case "string":
        return z.string();
      case "boolean":
        return z.boolean();
      case "number":
        return z.number();
      case "integer":
        return safeInteger({ min: shape.min, max: shape.max });
      case "weight":
        return tropicalWeight();
      case "opaque":
        return z.unknown();
      case "words":
        return words(this.#words(shape.words) as [string, ...string[]]);
      case "list":
        return z.array(z.lazy(() => this.schema(shape.of())));
      case "struct":
        return z.lazy(() => this.#struct(shape)).meta({ id: shape.name });
      case "tagged":
        return z.lazy(() => this.#tagged(shape)).meta({ id: shape.name });
    }
  }

  #words(list: readonly string[]): readonly string[] {
    return this.#extension ? list : list.filter((word) => word !== "builtins");
  }

  #struct(shape: StructShape): z.ZodType {
    return struct(this.#fields(shape.fields));
  }

  #tagged(shape: TaggedShape): z.ZodType {
    const variants: Record<string, z.ZodType | null> = {};
    for (const [kind, { payload, extension }] of shape.variants) {
      if (extension && !this.#extension) continue;
      variants[kind] = payload === null ? null : this.schema(payload());
    }
    const union = taggedUnion(variants, this.#fields(shape.beside));
    if (!this.#shorthand || shape.shorthand === null) return union;
    return z.union([this.#shorthandWords(shape), union]);
  }

  /** Bare strings a shorthand admits; decoding them gives the tagged value. */
  #shorthandWords({ variants, shorthand }: TaggedShape): z.ZodType {
    const bare = [...variants].filter(([, { payload }]) => payload === null).map(([kind]) => kind);
    const expand = (text: string) => shorthand?.(text);
    const open = expand("any other word") !== null;
    const input = open ? z.string() : z.enum(bare as [string, ...string[]]);
    return z.codec(input, z.unknown(), { decode: (text) => expand(text), encode: (value) => value as string });
  }

  #fields(fields: ReadonlyMap<string, Field>): Record<string, z.ZodType | OptionalField> {
    const built: Record<string, z.ZodType | OptionalField> = {};
    for (const field of fields.values()) {
      const schema = this.schema(field.shape());
      built[field.name] = field.optional
        ? {
            schema,
            filled: false,
            fill: () => undefined,
            isDefault: (value) => value === undefined || isDefault(field, value),
          }
        : schema;
    }
    return built;
  }
}
