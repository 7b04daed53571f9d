type Schema = Readonly<Record<string, unknown>>;

const REFUSED = [
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "maxItems",
  "uniqueItems",
  "oneOf",
  "not",
  "if",
  "patternProperties",
];

/** What this vendor's decoder refuses about a schema, or null: bounds, open objects, recursion. */
export function decoderProblem(
  schema: unknown,
  root: Schema = schema as Schema,
  open: readonly string[] = [],
): string | null {
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return "schema must be an object";
  const stated = schema as Schema;
  if (typeof stated.$ref === "string") {
    if (open.includes(stated.$ref)) return `Recursive references are not supported: ${stated.$ref}`;
    const target = stated.$ref
      .split("/")
      .slice(1)
      .reduce<unknown>((at, name) => (at as Schema | undefined)?.[name], root);
    return decoderProblem(target, root, [...open, stated.$ref]);
  }
  for (const word of REFUSED) {
    if (word in stated) return `For '${String(stated.type)}' type, property '${word}' is not supported`;
  }
  const properties = (stated.properties ?? {}) as Schema;
  if (stated.type === "object" && stated.additionalProperties !== false) {
    return "For 'object' type, 'additionalProperties' must be explicitly set to false";
  }
  const children = [
    ...Object.values(properties),
    ...((stated.anyOf ?? []) as unknown[]),
    ...(stated.items === undefined ? [] : [stated.items]),
  ];
  for (const child of children) {
    const problem = decoderProblem(child, root, open);
    if (problem !== null) return problem;
  }
  return null;
}
