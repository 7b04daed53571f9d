import type { JsonSchema } from "@pelorus/core";

/** A schema as a constrained decoder takes it. */
export interface StrictOutput {
  readonly schema: Readonly<Record<string, unknown>>;
  /** Whether the decoder can be held to it; where not it is a hint, and the parser judges the reply. */
  readonly isStrict: boolean;
  /** Takes the envelope off that the root needed. */
  unwrap(text: string): string;
  /** True where `unwrap` changes something, so that deltas cannot be shown before the end. */
  readonly isWrapped: boolean;
}

/** The member that carries a reply whose schema is no object at its root. */
const ENVELOPE = "reply";
const KNOWN_FORMATS = new Set(["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"]);
/** Keywords strict decoders refuse. */
const REFUSED = [
  "allOf",
  "oneOf",
  "not",
  "if",
  "then",
  "else",
  "patternProperties",
  "prefixItems",
  "dependentRequired",
  "dependentSchemas",
  "contains",
  "uniqueItems",
];
const MAX_DEPTH = 32;

type Schema = Readonly<Record<string, unknown>>;

/**
 * Readies a schema for a vendor whose strict mode wants an object at the root (POS-PRS-08): formats it does not know go,
 * and a root of several branches becomes the one member of an object.
 */
export function strictOutput(schema: JsonSchema): StrictOutput {
  const plain = withoutUnknownFormats(schema, 0) as Schema;
  const { $defs, definitions, ...root } = plain;
  if (root.type === "object")
    return { schema: plain, isStrict: isStrict(plain, 0), unwrap: (text) => text, isWrapped: false };
  const wrapped: Schema = {
    type: "object",
    properties: { [ENVELOPE]: root },
    required: [ENVELOPE],
    additionalProperties: false,
    ...($defs === undefined ? {} : { $defs }),
    ...(definitions === undefined ? {} : { definitions }),
  };
  return { schema: wrapped, isStrict: isStrict(wrapped, 0), unwrap, isWrapped: true };
}

/** True when strict mode takes the schema: every object closed, every member required, nothing it refuses. */
export function isStrictSchema(schema: unknown): boolean {
  return isSchema(schema) && schema.type === "object" && isStrict(schema, 0);
}

function isStrict(schema: unknown, depth: number): boolean {
  if (!isSchema(schema) || depth > MAX_DEPTH) return false;
  if (REFUSED.some((word) => word in schema)) return false;
  if (typeof schema.format === "string" && !KNOWN_FORMATS.has(schema.format)) return false;
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  const properties = isSchema(schema.properties) ? schema.properties : {};
  if (types.includes("object") || schema.properties !== undefined) {
    const required: unknown[] = Array.isArray(schema.required) ? schema.required : [];
    if (schema.additionalProperties !== false) return false;
    if (!Object.keys(properties).every((name) => required.includes(name))) return false;
  }
  if (types.includes("array") && schema.items === undefined) return false;
  return childrenOf(schema).every((child) => isStrict(child, depth + 1));
}

function childrenOf(schema: Schema): unknown[] {
  return [
    ...Object.values(isSchema(schema.properties) ? schema.properties : {}),
    ...Object.values(isSchema(schema.$defs) ? schema.$defs : {}),
    ...Object.values(isSchema(schema.definitions) ? schema.definitions : {}),
    ...(Array.isArray(schema.anyOf) ? schema.anyOf : []),
    ...(schema.items === undefined ? [] : [schema.items]),
  ];
}

/** A format is advice to validators, which judge the reply anyway; to a decoder an unknown one is an error. */
function withoutUnknownFormats(value: unknown, depth: number): unknown {
  if (depth > 2 * MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((each) => withoutUnknownFormats(each, depth + 1));
  if (!isSchema(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      name === "format" && typeof member === "string" && !KNOWN_FORMATS.has(member)
        ? []
        : [[name, withoutUnknownFormats(member, depth + 1)]],
    ),
  );
}

function unwrap(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    if (isSchema(value) && ENVELOPE in value && Object.keys(value).length === 1) return JSON.stringify(value[ENVELOPE]);
  } catch {
    // A reply that is no JSON is passed on as it came; the parser says what is wrong with it.
  }
  return text;
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
