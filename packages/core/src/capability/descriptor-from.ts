import { CAPABILITY_KINDS, type CapabilityDescriptor, SAFETY_CLASSES } from "../contract/capability.js";
import { DescriptorError } from "../contract/error.js";
import { toSnakeCase } from "../contract/json-codec.js";
import { STL_OPERATIONS } from "../contract/operation.js";
import { checkDescriptor } from "./check-descriptor.js";
import { normaliseSchema } from "./normalise-schema.js";

/** What a foreign descriptor does not say. */
export interface DescriptorDefaults {
  /** Default: all ten. */
  readonly operationTypes?: CapabilityDescriptor["operationTypes"];
  readonly kind?: CapabilityDescriptor["kind"];
  /** Default: `human-oversight`, the class whose calls a person approves (POS-FAB-12). */
  readonly safetyClass?: CapabilityDescriptor["costProfile"]["safetyClass"];
  readonly metadata?: CapabilityDescriptor["metadata"];
}

type Foreign = Record<string, unknown>;

const OWN_FIELDS = [
  "version",
  "producesFacts",
  "servesIntents",
  "consumesFacts",
  "dependencies",
  "mutuallyExclusiveWith",
  "dataResidency",
  "allowedPolicyDomains",
  "embeddingVector",
  "embeddingModel",
] as const satisfies readonly (keyof CapabilityDescriptor)[];

const METADATA_FIELDS = [
  "producesTypes",
  "idempotent",
  "repeatable",
  "irreversible",
  "dataLabels",
  "targetArgument",
] as const;

/**
 * Reads a descriptor in any shape tools come in: our own JSON; OpenAI (`{type: "function", function: {…}}` or flat),
 * Anthropic (`input_schema`), MCP (`inputSchema`, `outputSchema`), a JSON Schema with a `title`, and carelessly written
 * ones. The id is the name, verbatim. Hints of a server about its own safety (`annotations`) are not believed. Throws a
 * `DescriptorError` that names every problem.
 */
export function descriptorFrom(foreign: unknown, defaults: DescriptorDefaults = {}): CapabilityDescriptor {
  if (!isRecord(foreign)) {
    throw new DescriptorError("descriptor_invalid", [{ path: "", message: "a descriptor is an object" }]);
  }
  const tool = isRecord(foreign.function) ? foreign.function : foreign;
  const cost = record(member(tool, "costProfile"));
  const metadata = record(member(tool, "metadata"));
  const description = text(tool.description) ?? text(metadata.description) ?? text(tool.summary);
  const safetyClass = oneOf(SAFETY_CLASSES, member(cost, "safetyClass") ?? member(tool, "safetyClass"));
  const outputSchema = member(tool, "outputSchema") ?? tool.returns;
  const stated: Foreign = {
    capabilityId: text(member(tool, "capabilityId")) ?? text(tool.name) ?? text(tool.title) ?? text(tool.id) ?? "",
    kind: oneOf(CAPABILITY_KINDS, tool.kind) ?? defaults.kind ?? "tool",
    operationTypes: member(tool, "operationTypes") ?? defaults.operationTypes ?? [...STL_OPERATIONS],
    inputSchema: normaliseSchema(argumentsOf(tool)),
    ...(isRecord(outputSchema) ? { outputSchema: normaliseOutput(outputSchema) } : {}),
    costProfile: {
      ...numbers({ tokens: cost.tokens, latencyMs: member(cost, "latencyMs") }),
      // POS-FAB-12: what says nothing about its effects is treated as if a person had to look at each call.
      safetyClass: safetyClass ?? defaults.safetyClass ?? "human-oversight",
    },
    metadata: {
      ...defaults.metadata,
      ...present(METADATA_FIELDS.map((field) => [field, member(metadata, field)])),
      ...(description === undefined ? {} : { description }),
    },
    ...present(OWN_FIELDS.map((field) => [field, member(tool, field)])),
  };
  return checkDescriptor(stated).descriptor;
}

/** The arguments' schema under any of its names; a JSON Schema with a title is its own. */
function argumentsOf(tool: Foreign): unknown {
  for (const name of ["parameters", "input_schema", "inputSchema", "arguments", "args_schema", "params"]) {
    const schema = tool[name];
    if (isRecord(schema)) return isRecord(schema.jsonSchema) ? schema.jsonSchema : schema;
    if (Array.isArray(schema)) return schema;
  }
  if (!isRecord(tool.properties)) return {};
  const { title: _title, name: _name, description: _description, ...schema } = tool;
  return schema;
}

/** An output may be anything, so only its types are read; a bare map of members is left alone. */
function normaliseOutput(schema: Foreign): Foreign {
  if (!("type" in schema || "properties" in schema)) return schema;
  return normaliseSchema(schema) as Foreign;
}

/** A member in our own spelling or in that of JSON. */
function member(from: Foreign, name: string): unknown {
  return from[name] ?? from[toSnakeCase(name)];
}

function present(entries: readonly (readonly [string, unknown])[]): Foreign {
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== null));
}

function numbers(entries: Foreign): Foreign {
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => typeof value === "number"));
}

function oneOf<T extends string>(values: readonly T[], value: unknown): T | undefined {
  return values.find((candidate) => candidate === value);
}

const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);
const record = (value: unknown): Foreign => (isRecord(value) ? value : {});
const isRecord = (value: unknown): value is Foreign =>
  typeof value === "object" && value !== null && !Array.isArray(value);
