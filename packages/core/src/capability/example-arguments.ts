import type { JsonSchema } from "../contract/model.js";
import { resolveReference } from "./resolve-reference.js";

type Schema = Readonly<Record<string, unknown>>;

const MAX_DEPTH = 6;
const SAMPLES: Readonly<Record<string, unknown>> = {
  integer: 1,
  number: 1.5,
  boolean: true,
  null: null,
};
const FORMAT_SAMPLES: Readonly<Record<string, string>> = {
  date: "2026-01-31",
  "date-time": "2026-01-31T09:00:00Z",
  time: "09:00:00",
  email: "name@example.org",
  uri: "https://example.org/",
  uuid: "00000000-0000-4000-8000-000000000000",
};

/** Arguments that show the shape of a call: the required ones, or the first one, with a sample value of their type. */
export function exampleArguments(schema: JsonSchema): Record<string, unknown> {
  const sample = sampleOf(schema, "", schema, 0);
  return isSchema(sample) ? sample : {};
}

function sampleOf(stated: unknown, name: string, root: Schema, depth: number): unknown {
  if (!isSchema(stated)) return `<${name}>`;
  const member = stated.$ref === undefined ? stated : (resolveReference(stated.$ref, root) ?? {});
  if (Array.isArray(member.examples) && member.examples.length > 0) return member.examples[0];
  if (member.default !== undefined && member.default !== null) return member.default;
  if (Array.isArray(member.enum) && member.enum.length > 0) return member.enum[0];
  if (member.const !== undefined) return member.const;
  const branches = member.anyOf ?? member.oneOf;
  if (Array.isArray(branches) && branches.length > 0 && depth < MAX_DEPTH)
    return sampleOf(branches[0], name, root, depth + 1);
  const type = Array.isArray(member.type) ? member.type[0] : member.type;
  if (type === "object" || (type === undefined && isSchema(member.properties)))
    return sampleObject(member, root, depth);
  if (type === "array") return depth < MAX_DEPTH ? [sampleOf(member.items, name, root, depth + 1)] : [];
  if (typeof type === "string" && Object.hasOwn(SAMPLES, type)) return SAMPLES[type];
  const format = typeof member.format === "string" ? FORMAT_SAMPLES[member.format] : undefined;
  return format ?? `<${name}>`;
}

function sampleObject(schema: Schema, root: Schema, depth: number): Record<string, unknown> {
  const properties = isSchema(schema.properties) ? schema.properties : {};
  const names = Object.keys(properties);
  const required = Array.isArray(schema.required)
    ? names.filter((name) => (schema.required as unknown[]).includes(name))
    : [];
  const shown = depth >= MAX_DEPTH ? [] : required.length > 0 ? required : names.slice(0, 1);
  return Object.fromEntries(shown.map((name) => [name, sampleOf(properties[name], name, root, depth + 1)]));
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
