import type { PlannedOperation, StlOperation } from "../contract/operation.js";

/** A step that was cut, and why. */
export interface DroppedStep {
  readonly stepId: string;
  readonly operation: StlOperation;
  readonly reason: string;
}

/**
 * Cuts a plan to at most `maxOperations` steps: the deliverable, then the steps it depends on, nearest first, then, where
 * room is left, other steps in plan order. Kept steps stay in plan order and lose references to dropped ones.
 * Throws a RangeError unless `maxOperations` is an integer ≥ 1.
 */
export function capPlan(
  steps: readonly PlannedOperation[],
  maxOperations: number,
): { kept: PlannedOperation[]; dropped: DroppedStep[] } {
  if (!Number.isInteger(maxOperations) || maxOperations < 1) throw new RangeError("maxOperations is an integer ≥ 1");
  if (steps.length <= maxOperations) return { kept: [...steps], dropped: [] };
  // POS-RUN-03: the deliverable and what it needs stay, nearest first
  const chosen = new Set<string>();
  for (const id of byDistance(steps)) {
    if (chosen.size >= maxOperations) break;
    chosen.add(id);
  }
  const kept: PlannedOperation[] = [];
  const dropped: DroppedStep[] = [];
  const reason = `maxOperations is ${maxOperations}`;
  for (const step of steps) {
    if (chosen.has(step.id)) kept.push({ ...step, dependsOn: step.dependsOn.filter((id) => chosen.has(id)) });
    else dropped.push({ stepId: step.id, operation: step.operation, reason });
  }
  return { kept, dropped };
}

/** Ids by their distance from the deliverable, of equal ones the later first; then unrelated steps in plan order. */
function* byDistance(steps: readonly PlannedOperation[]): Generator<string> {
  const byId = new Map(steps.map((step, index) => [step.id, { step, index }]));
  const start = steps.find((step) => step.deliverable) ?? steps.at(-1);
  const seen = new Set<string>();
  let layer = start === undefined ? [] : [start.id];
  while (layer.length > 0) {
    const next: string[] = [];
    for (const id of layer) {
      if (seen.has(id)) continue;
      seen.add(id);
      yield id;
      next.push(...(byId.get(id)?.step.dependsOn ?? []));
    }
    layer = next.filter((id) => byId.has(id)).sort((a, b) => (byId.get(b)?.index ?? 0) - (byId.get(a)?.index ?? 0));
  }
  for (const step of steps) if (!seen.has(step.id)) yield step.id;
}
