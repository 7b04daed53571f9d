import type { CapabilityDefinition } from "@pelorus/core";

/** Names of the arguments that a tool's input schema marks as secret, per capability. */
export type SecretArguments = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Reads the marks: `"writeOnly": true` and `"format": "password"`, the two JSON Schema and OpenAPI have, and
 * `"x-secret": true`. A name counts wherever it stands in the arguments, since hiding too much does less harm.
 */
export function secretArguments(tools: readonly CapabilityDefinition[]): SecretArguments {
  return new Map(tools.map(({ descriptor }) => [descriptor.capabilityId, markedNames(descriptor.inputSchema)]));
}

function markedNames(schema: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const marked = new Set<string>();
  // A set that grows while it is walked: a schema that holds itself is looked at once.
  const reached = new Set<unknown>([schema]);
  for (const value of reached) {
    if (typeof value !== "object" || value === null) continue;
    if ("properties" in value && typeof value.properties === "object" && value.properties !== null) {
      for (const [name, property] of Object.entries(value.properties)) if (isMarked(property)) marked.add(name);
    }
    for (const part of Object.values(value)) reached.add(part);
  }
  return marked;
}

function isMarked(schema: unknown): boolean {
  if (typeof schema !== "object" || schema === null) return false;
  const { writeOnly, format, "x-secret": secret } = schema as Readonly<Record<string, unknown>>;
  return writeOnly === true || format === "password" || secret === true;
}
