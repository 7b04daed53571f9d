import type { CapabilityDescriptor } from "../contract/capability.js";
import { validateArguments } from "./validate-arguments.js";

/** What an output schema says of a result; empty where there is no schema. */
export interface OutputCheck {
  readonly outputValid?: boolean;
  /** How the result breaks the schema. */
  readonly note?: string;
}

/** Holds a result, given as its JSON text, to the output schema of its capability. */
export function checkOutput({ outputSchema }: CapabilityDescriptor, payload: string): OutputCheck {
  if (Object.keys(outputSchema).length === 0) return {};
  const faults = validateArguments(outputSchema, JSON.parse(payload));
  if (faults === null) return { outputValid: true };
  const told = faults.map((fault) => `${fault.path || "/"} ${fault.message}`).join("; ");
  return { outputValid: false, note: `The result breaks its output schema: ${told}` };
}
