import { snakeCase } from "../convention/key-case.js";

/**
 * How one type of a public document is written in JSON. One table of shapes drives the reader, the writer, the zod
 * schemas and the JSON Schemas, so that they cannot disagree.
 */
export type Shape =
  | { readonly type: "string" }
  | { readonly type: "boolean" }
  /** Any finite double. */
  | { readonly type: "number" }
  /** A safe integer within `min`..`max`. */
  | { readonly type: "integer"; readonly min: number; readonly max: number }
  | { readonly type: "weight" }
  | { readonly type: "words"; readonly words: readonly string[] }
  | { readonly type: "list"; readonly of: () => Shape }
  | StructShape
  | TaggedShape
  /** Foreign JSON, carried as it is. */
  | { readonly type: "opaque" };

export interface Field {
  /** Name in TypeScript. */
  readonly name: string;
  /** Name in JSON. */
  readonly key: string;
  readonly shape: () => Shape;
  readonly optional: boolean;
  /** `null` is read as absent. */
  readonly nullOk: boolean;
  /** The default that is never written: a primitive, or "empty" for a list or struct with nothing in it. */
  readonly fallback: string | boolean | number | "empty" | undefined;
}

export interface StructShape {
  readonly type: "struct";
  readonly name: string;
  readonly fields: ReadonlyMap<string, Field>;
}

interface Variant {
  readonly payload: (() => Shape) | null;
  /** Belongs to the extension: only under the pragma `builtins`. */
  readonly extension: boolean;
}

export interface TaggedShape {
  readonly type: "tagged";
  readonly name: string;
  readonly variants: ReadonlyMap<string, Variant>;
  /** Fields beside `kind` and `data`. */
  readonly beside: ReadonlyMap<string, Field>;
  /** Input shorthand: the tagged value a bare string stands for, or null when it stands for none. */
  readonly shorthand: ((text: string) => unknown) | null;
}

type Rules = Partial<Pick<Field, "optional" | "nullOk" | "fallback">>;
type FieldSpec = (() => Shape) | readonly [() => Shape, Rules];

function fieldsOf(specs: Readonly<Record<string, FieldSpec>>): ReadonlyMap<string, Field> {
  return new Map(
    Object.entries(specs).map(([name, spec]) => {
      const [shape, rules] = typeof spec === "function" ? [spec, {}] : spec;
      const { optional = false, nullOk = false, fallback } = rules as Rules;
      return [name, { name, key: snakeCase(name), shape, optional, nullOk, fallback }];
    }),
  );
}

/** Marks a field optional; `fallback` is its default, `nullOk` reads `null` as absent. */
export function absent(shape: () => Shape, rules: Omit<Rules, "optional"> = {}): readonly [() => Shape, Rules] {
  return [shape, { ...rules, optional: true }];
}

/** A closed object. Fields are written in the order given. */
export function structShape(name: string, specs: Readonly<Record<string, FieldSpec>>): StructShape {
  return { type: "struct", name, fields: fieldsOf(specs) };
}

export function listShape(of: () => Shape): Shape {
  return { type: "list", of };
}

export function wordsShape(words: readonly string[]): Shape {
  return { type: "words", words };
}

/** An adjacently tagged union; variants named in `extension` need the pragma `builtins`. */
export function taggedShape(
  name: string,
  payloads: Readonly<Record<string, (() => Shape) | null>>,
  options: {
    readonly beside?: Readonly<Record<string, FieldSpec>>;
    readonly shorthand?: (text: string) => unknown;
    readonly extension?: readonly string[];
  } = {},
): TaggedShape {
  const { beside = {}, shorthand = null, extension = [] } = options;
  const variants = new Map(
    Object.entries(payloads).map(([kind, payload]) => [kind, { payload, extension: extension.includes(kind) }]),
  );
  return { type: "tagged", name, variants, beside: fieldsOf(beside), shorthand };
}
