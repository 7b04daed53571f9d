type Schema = Readonly<Record<string, unknown>>;

/** The definition that a local reference (`#/$defs/x`, `#/definitions/x`) names in its document; null for any other. */
export function resolveReference(reference: unknown, root: Schema): Schema | null {
  if (typeof reference !== "string") return null;
  const [, place, name] = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(reference) ?? [];
  const definitions = place === undefined ? null : root[place];
  if (typeof definitions !== "object" || definitions === null || name === undefined) return null;
  const found = Object.hasOwn(definitions, name) ? (definitions as Record<string, unknown>)[name] : null;
  return typeof found === "object" && found !== null && !Array.isArray(found) ? (found as Schema) : null;
}
