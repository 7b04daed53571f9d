import { z } from "zod";

/**
 * Translates between TypeScript objects (camelCase) and public JSON (snake_case), driven by the document's schema. Keys
 * of records and the insides of `unknown` values are data and stay as they are; so do all strings.
 */
export interface DocumentCodec<T> {
  /** The JSON of a value. Absent members stay absent; nothing becomes `null` that was not. */
  encode(value: T): unknown;
  /** Checks JSON and translates it back. Throws a `ZodError` whose paths are those of the JSON. */
  decode(json: unknown): T;
  /** JSON Schema (2020-12) of the document. */
  jsonSchema(): Record<string, unknown>;
}

type Definition = {
  type: string;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  items?: z.ZodType[];
  options?: z.ZodType[];
  innerType?: z.ZodType;
  valueType?: z.ZodType;
  discriminator?: string;
};

const definitionOf = (schema: z.ZodType): Definition => schema._zod.def as unknown as Definition;

const snakeKeys = new Map<string, string>();
/** `operationType` → `operation_type`; digits stay with the word before them. */
export function toSnakeCase(key: string): string {
  let snake = snakeKeys.get(key);
  if (snake === undefined) {
    snake = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    snakeKeys.set(key, snake);
  }
  return snake;
}

/** Makes the codec of one document type. Build it lazily: it walks the whole schema. */
export function documentCodec<T>(schema: z.ZodType<T>): DocumentCodec<T> {
  let wire: z.ZodType | undefined;
  const wireOf = () => {
    wire ??= toWireSchema(schema, new Map());
    return wire;
  };
  return {
    encode: (value) => rename(schema, value, "encode"),
    decode: (json) => rename(schema, wireOf().parse(json), "decode") as T,
    jsonSchema: () => z.toJSONSchema(wireOf(), { io: "input" }) as Record<string, unknown>,
  };
}

function toWireSchema(schema: z.ZodType, seen: Map<z.ZodType, z.ZodType>): z.ZodType {
  const known = seen.get(schema);
  if (known !== undefined) return known;
  const definition = definitionOf(schema);
  const inner = (part: z.ZodType | undefined) => toWireSchema(part as z.ZodType, seen);
  let wire: z.ZodType;
  switch (definition.type) {
    case "object":
      wire = z.object(
        Object.fromEntries(
          Object.entries(definition.shape ?? {}).map(([key, part]) => [toSnakeCase(key), inner(part)]),
        ),
      );
      break;
    case "array":
      wire = schema.clone({ ...schema._zod.def, element: inner(definition.element) } as never);
      break;
    case "tuple":
      wire = z.tuple((definition.items ?? []).map(inner) as [z.ZodType, ...z.ZodType[]]);
      break;
    case "union":
      wire =
        definition.discriminator === undefined
          ? z.union((definition.options ?? []).map(inner) as [z.ZodType, ...z.ZodType[]])
          : z.discriminatedUnion(toSnakeCase(definition.discriminator), (definition.options ?? []).map(inner) as never);
      break;
    case "optional":
      wire = inner(definition.innerType).optional();
      break;
    case "nullable":
      wire = inner(definition.innerType).nullable();
      break;
    case "default":
      wire = schema.clone({ ...schema._zod.def, innerType: inner(definition.innerType) } as never);
      break;
    case "record":
      wire = z.record(z.string(), inner(definition.valueType));
      break;
    default:
      wire = schema;
  }
  seen.set(schema, wire);
  return wire;
}

type Direction = "encode" | "decode";

function rename(schema: z.ZodType, value: unknown, direction: Direction): unknown {
  if (value === null || value === undefined || typeof value !== "object") return value;
  const definition = definitionOf(schema);
  switch (definition.type) {
    case "object": {
      const source = value as Record<string, unknown>;
      const result: Record<string, unknown> = {};
      for (const key in definition.shape) {
        const [from, to] = direction === "encode" ? [key, toSnakeCase(key)] : [toSnakeCase(key), key];
        const member = source[from];
        if (member !== undefined) result[to] = rename(definition.shape[key] as z.ZodType, member, direction);
      }
      return result;
    }
    case "array":
      return (value as unknown[]).map((item) => rename(definition.element as z.ZodType, item, direction));
    case "tuple":
      return (value as unknown[]).map((item, index) => rename(definition.items?.[index] as z.ZodType, item, direction));
    case "optional":
    case "nullable":
    case "default":
      return rename(definition.innerType as z.ZodType, value, direction);
    case "record": {
      // Data keys, `__proto__` among them: only own members, defined and never assigned.
      const result: Record<string, unknown> = {};
      for (const [key, member] of Object.entries(value)) {
        Object.defineProperty(result, key, {
          value: rename(definition.valueType as z.ZodType, member, direction),
          enumerable: true,
          configurable: true,
          writable: true,
        });
      }
      return result;
    }
    case "union":
      return rename(chooseOption(definition, value as Record<string, unknown>, direction), value, direction);
    default:
      return value;
  }
}

function chooseOption(definition: Definition, value: Record<string, unknown>, direction: Direction): z.ZodType {
  const options = definition.options ?? [];
  const discriminator = definition.discriminator;
  if (discriminator !== undefined) {
    const tag = value[direction === "encode" ? discriminator : toSnakeCase(discriminator)];
    for (const option of options) {
      const literal = definitionOf(option).shape?.[discriminator];
      if (literal?.safeParse(tag).success) return option;
    }
  }
  return (
    options.find(
      (option) => (direction === "encode" ? option : toWireSchema(option, new Map())).safeParse(value).success,
    ) ?? (options[0] as z.ZodType)
  );
}
