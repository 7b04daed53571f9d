import { defineCapability } from "../capability/define-capability.js";
import type { CapabilityDefinition, CapabilityImplementation, CapabilityKind } from "../contract/capability.js";
import { STL_OPERATIONS } from "../contract/operation.js";

/** What differs between the document tools; `input` and `output` are the properties of their JSON Schemas. */
export interface DocumentToolDescription {
  readonly capabilityId: string;
  /** Default `tool`. */
  readonly kind?: CapabilityKind;
  readonly description: string;
  readonly servesIntents: string[];
  readonly producesTypes: string[];
  /** Tokens a call typically returns. */
  readonly tokens: number;
  readonly input: Readonly<Record<string, object>>;
  readonly required: readonly string[];
  readonly output: Readonly<Record<string, object>>;
}

/** Milliseconds of a typical call once the index is built. */
const TYPICAL_LATENCY = 20;

/** A document tool as a capability: read-only, safe to repeat, of use to every operation but asking back. */
export function defineDocumentTool(
  tool: DocumentToolDescription,
  execute: CapabilityImplementation,
): CapabilityDefinition {
  return defineCapability({
    capabilityId: tool.capabilityId,
    kind: tool.kind ?? "tool",
    description: tool.description,
    operationTypes: STL_OPERATIONS.filter((operation) => operation !== "CLARIFY"),
    inputSchema: { type: "object", properties: tool.input, required: tool.required, additionalProperties: false },
    outputSchema: { type: "object", properties: tool.output },
    safetyClass: "read-only",
    costProfile: { tokens: tool.tokens, latencyMs: TYPICAL_LATENCY },
    servesIntents: tool.servesIntents,
    metadata: { producesTypes: tool.producesTypes, idempotent: true },
    execute,
  });
}
