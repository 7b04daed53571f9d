import { type CapabilityDefinition, type CapabilityImplementation, descriptorFrom } from "@pelorus/core";
import type { McpToolOverride } from "./client-options.js";
import { inferIdempotent, inferOperations, inferSafety } from "./infer-tool.js";
import type { ListedTool } from "./listed-tool.js";

/** A tool of a server as a capability. Throws a `DescriptorError` for an id that no capability can have. */
export function importTool(
  tool: ListedTool,
  fields: {
    readonly prefix?: string | undefined;
    readonly version?: string | undefined;
    readonly override?: McpToolOverride | undefined;
    readonly execute: CapabilityImplementation;
  },
): CapabilityDefinition {
  const { prefix, override = {} } = fields;
  const { repeatable, targetArgument, dataLabels } = override;
  const descriptor = descriptorFrom(
    {
      capability_id: prefix === undefined ? tool.name : `${prefix}.${tool.name}`,
      description: tool.description,
      inputSchema: tool.inputSchema,
      ...(tool.outputSchema === undefined ? {} : { outputSchema: tool.outputSchema }),
      ...(fields.version === undefined ? {} : { version: fields.version }),
      metadata: {
        idempotent: override.idempotent ?? inferIdempotent(tool),
        ...(repeatable === undefined ? {} : { repeatable }),
        ...(targetArgument === undefined ? {} : { targetArgument }),
        ...(dataLabels === undefined ? {} : { dataLabels: [...dataLabels] }),
      },
    },
    {
      kind: "mcp-tool",
      operationTypes: [...(override.operationTypes ?? inferOperations(tool))],
      // POS-FAB-12
      safetyClass: override.safetyClass ?? inferSafety(tool),
    },
  );
  return { descriptor, execute: fields.execute };
}
