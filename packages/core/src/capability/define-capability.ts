import type {
  CapabilityCallContext,
  CapabilityDefinition,
  CapabilityDescriptor,
  SafetyClass,
} from "../contract/capability.js";
import { ToolCallInvalidError } from "../contract/error.js";
import type { JsonSchema } from "../contract/model.js";
import { checkDescriptor } from "./check-descriptor.js";
import { normaliseSchema } from "./normalise-schema.js";
import { isStandardSchema, issuesText, jsonSchemaOf, type StandardSchema } from "./standard-schema.js";

type DescriptorFields = Omit<Partial<CapabilityDescriptor>, "costProfile" | "inputSchema" | "outputSchema">;

/** Arguments as the implementation sees them: typed by a Standard Schema, else a plain record. */
type ArgumentsOf<Input> = Input extends StandardSchema<infer Output> ? Output : Readonly<Record<string, unknown>>;

/** What `defineCapability` takes: the descriptor's fields, a few of them in short, and the code. */
export interface CapabilityInput<Input extends JsonSchema | StandardSchema> extends DescriptorFields {
  readonly capabilityId: string;
  readonly operationTypes: CapabilityDescriptor["operationTypes"];
  /** One sentence on what it does; short for `metadata.description`. */
  readonly description?: string;
  /** JSON Schema, or any schema with a Standard Schema interface. */
  readonly inputSchema: Input;
  readonly outputSchema?: JsonSchema | StandardSchema;
  /** Short for `costProfile.safetyClass`. One of the two must be given. */
  readonly safetyClass?: SafetyClass;
  readonly costProfile?: Partial<CapabilityDescriptor["costProfile"]>;
  readonly execute: (args: ArgumentsOf<Input>, context: CapabilityCallContext) => unknown | Promise<unknown>;
}

/**
 * Makes a capability of a descriptor and the code that serves it. A Standard Schema validates the arguments and hands
 * its output on; its JSON Schema, where it has one, is what models and rankings see. Throws a `DescriptorError` that
 * names every problem; a missing safety class is one (POS-FAB-12).
 */
export function defineCapability<const Input extends JsonSchema | StandardSchema>(
  input: CapabilityInput<Input>,
): CapabilityDefinition {
  const { execute, description, safetyClass, inputSchema, outputSchema, costProfile, metadata, ...fields } = input;
  const standard = isStandardSchema(inputSchema) ? inputSchema : null;
  const stated: unknown = {
    ...fields,
    inputSchema: standard === null ? inputSchema : normaliseSchema(withoutDialect(jsonSchemaOf(standard))),
    ...(outputSchema === undefined
      ? {}
      : { outputSchema: isStandardSchema(outputSchema) ? jsonSchemaOf(outputSchema) : outputSchema }),
    costProfile: { ...costProfile, ...(safetyClass === undefined ? {} : { safetyClass }) },
    ...(description === undefined && metadata === undefined
      ? {}
      : { metadata: { ...metadata, ...(description === undefined ? {} : { description }) } }),
  };
  const { descriptor } = checkDescriptor(stated, ["execute", "description", "safetyClass"]);
  const implementation = execute as CapabilityDefinition["execute"];
  return { descriptor, execute: standard === null ? implementation : validating(standard, implementation) };
}

function validating(schema: StandardSchema, execute: CapabilityDefinition["execute"]): CapabilityDefinition["execute"] {
  return async (args, context) => {
    const result = await schema["~standard"].validate(args);
    if (result.issues !== undefined) throw new ToolCallInvalidError("arguments-invalid", issuesText(result.issues));
    return await execute(result.value as Readonly<Record<string, unknown>>, context);
  };
}

/** The dialect is our default; a model has no use for its URL. */
function withoutDialect({ $schema: _dialect, ...schema }: Record<string, unknown>): Record<string, unknown> {
  return schema;
}
