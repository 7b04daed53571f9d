import type { PlannedOperation } from "../contract/operation.js";

/**
 * Parts a plan, in order, into groups whose steps may run side by side: no step of a group reaches another. The
 * deliverable is always alone. Linear in steps and dependencies.
 */
export function laneGroups(steps: readonly Pick<PlannedOperation, "id" | "dependsOn" | "deliverable">[]): string[][] {
  const groups: string[][] = [];
  let open = new Set<string>();
  for (const step of steps) {
    // POS-LIF-07: groups are runs of the plan, so a path between two of their steps passes through the group; a direct
    // dependency is all there is to look for
    const joins = open.size > 0 && !step.deliverable && !step.dependsOn.some((id) => open.has(id));
    if (joins) {
      (groups.at(-1) as string[]).push(step.id);
      open.add(step.id);
    } else {
      groups.push([step.id]);
      open = new Set(step.deliverable ? [] : [step.id]);
    }
  }
  return groups;
}
