type Schema = Readonly<Record<string, unknown>>;

const KNOWN_FORMATS = new Set(["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"]);
const REFUSED = [
  "allOf",
  "not",
  "if",
  "then",
  "else",
  "oneOf",
  "patternProperties",
  "dependentRequired",
  "dependentSchemas",
  "prefixItems",
];

/**
 * What a constrained decoder in strict mode refuses about a schema: an open object, a member that is not required, a root
 * that is no object, a keyword or format it does not know. Null when it would take it.
 */
export function strictSchemaProblem(schema: unknown): string | null {
  if (!isSchema(schema) || schema.type !== "object") {
    return `schema must be a JSON Schema of 'type: "object"', got 'type: "${isSchema(schema) ? String(schema.type ?? "None") : "None"}"'.`;
  }
  return walk(schema, []);
}

function walk(schema: unknown, context: readonly string[]): string | null {
  const where = `In context=(${context.map((part) => `'${part}'`).join(", ")})`;
  if (!isSchema(schema)) return `${where}, schema must be an object.`;
  for (const word of REFUSED) if (word in schema) return `${where}, '${word}' is not permitted.`;
  if (typeof schema.format === "string" && !KNOWN_FORMATS.has(schema.format)) {
    return `${where}, '${schema.format}' is not a valid format.`;
  }
  if (context.length > 40) return `${where}, nesting is too deep.`;
  const properties = isSchema(schema.properties) ? schema.properties : undefined;
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  if (types.includes("object") || properties !== undefined) {
    if (schema.additionalProperties !== false) {
      return `${where}, 'additionalProperties' is required to be supplied and to be false.`;
    }
    const required = Array.isArray(schema.required) ? schema.required : [];
    const missing = Object.keys(properties ?? {}).find((name) => !required.includes(name));
    if (missing !== undefined) {
      return `${where}, 'required' is required to be supplied and to be an array including every key in properties. Missing '${missing}'.`;
    }
  }
  if (types.includes("array") && schema.items === undefined) return `${where}, array schema missing items.`;
  const children: [string, unknown][] = [
    ...Object.entries(properties ?? {}).map(([name, child]): [string, unknown] => [`properties.${name}`, child]),
    ...(schema.items === undefined ? [] : [["items", schema.items] as [string, unknown]]),
    ...(Array.isArray(schema.anyOf)
      ? schema.anyOf.map((child, index): [string, unknown] => [`anyOf.${index}`, child])
      : []),
    ...Object.entries(isSchema(schema.$defs) ? schema.$defs : {}).map(([name, child]): [string, unknown] => [
      `$defs.${name}`,
      child,
    ]),
  ];
  for (const [name, child] of children) {
    const problem = walk(child, [...context, name]);
    if (problem !== null) return problem;
  }
  return null;
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
