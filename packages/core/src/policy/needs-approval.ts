import type { CapabilityDescriptor, SafetyClass } from "../contract/capability.js";
import type { PolicyContextData } from "../contract/policy.js";

/** Classes whose calls a person approves unless the run's options say otherwise (POS-EXE-02). */
export const DEFAULT_OVERSIGHT: readonly SafetyClass[] = ["human-oversight", "destructive"];

/** `requires_oversight:<class>` when calls of this capability need a person's approval, else null. */
export function needsApproval(
  descriptor: Pick<CapabilityDescriptor, "costProfile">,
  policy: Pick<PolicyContextData, "requireOversightFor">,
  oversightRequired: Iterable<SafetyClass> = DEFAULT_OVERSIGHT,
): `requires_oversight:${SafetyClass}` | null {
  const { safetyClass } = descriptor.costProfile;
  const required = new Set<SafetyClass>([...oversightRequired, ...(policy.requireOversightFor ?? [])]);
  // POS-POL-07: a policy adds classes to those of the options; neither takes one of the other's away.
  return required.has(safetyClass) ? `requires_oversight:${safetyClass}` : null;
}
