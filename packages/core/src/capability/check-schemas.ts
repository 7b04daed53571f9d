import type { CapabilityDescriptor } from "../contract/capability.js";
import { DescriptorError } from "../contract/error.js";
import { loadToolCallSupport, toolCallSupport } from "./tool-call-support.js";

/** Descriptors that were found to be in order: many runs share them. */
const checked = new WeakSet<CapabilityDescriptor>();

/**
 * Checks with the validator, which it loads, that calls of a capability can be checked at all. Rejects with a
 * `DescriptorError` that names the capability and the JSON Pointer of each schema nothing can be held against (POS-FAB-14).
 */
export async function checkSchemas(descriptor: CapabilityDescriptor): Promise<void> {
  if (checked.has(descriptor)) return;
  const support = toolCallSupport() ?? (await loadToolCallSupport());
  const problems = (["inputSchema", "outputSchema"] as const).flatMap((member) =>
    support.faultsOf(descriptor[member]).map(({ path, message }) => ({ path: `/${member}${path}`, message })),
  );
  if (problems.length > 0) throw new DescriptorError("descriptor_invalid", problems, descriptor.capabilityId);
  checked.add(descriptor);
}
