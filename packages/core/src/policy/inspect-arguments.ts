import type { PolicyContextData } from "../contract/policy.js";
import { walkArguments } from "./walk-arguments.js";

/** An argument that may not be passed. */
export interface BlockedParameter {
  readonly name: string;
  /** JSON Pointer of the argument. */
  readonly pointer: string;
}

/** The first argument of a call that the policy's `blockParameters` forbids, or null. */
export function inspectArguments(
  args: Readonly<Record<string, unknown>>,
  policy: Pick<PolicyContextData, "blockParameters">,
): BlockedParameter | null {
  const blocked = new Set(policy.blockParameters?.map((name) => name.toLowerCase()));
  if (blocked.size === 0) return null;
  let found: BlockedParameter | null = null;
  walkArguments(args, {
    name: (name, pointer) => {
      // POS-POL-01: a blocked parameter is blocked at any depth and in any case.
      if (found === null && blocked.has(name.toLowerCase())) found = { name, pointer };
    },
  });
  return found;
}
