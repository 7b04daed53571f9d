import type { PolicyProgram } from "../policy-context.js";
import { loadPolicies } from "./load-policies.js";

/**
 * Reads, checks and compiles policies as a run does when it starts. Rejects with `PolicyError` for the first that is none,
 * and for two of one id, naming what is wrong.
 */
export async function checkPolicies(programs: readonly PolicyProgram[]): Promise<void> {
  await loadPolicies(programs);
}
