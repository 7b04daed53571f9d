import type { CognitiveStateData } from "../contract/state.js";

/** Length of the longest chain of the dependency graph, in edges; edges of a cycle are not counted. Linear. */
export function dependencyDepth(state: Pick<CognitiveStateData, "dependencyGraph">): number {
  const dependents = new Map<string, string[]>();
  const waitingFor = new Map<string, number>();
  for (const { dependent, dependsOn } of state.dependencyGraph) {
    const known = dependents.get(dependsOn);
    if (known === undefined) dependents.set(dependsOn, [dependent]);
    else known.push(dependent);
    waitingFor.set(dependent, (waitingFor.get(dependent) ?? 0) + 1);
  }
  const depth = new Map<string, number>();
  const ready = [...dependents.keys()].filter((id) => !waitingFor.has(id));
  let deepest = 0;
  for (let id = ready.pop(); id !== undefined; id = ready.pop()) {
    const own = depth.get(id) ?? 0;
    for (const dependent of dependents.get(id) ?? []) {
      depth.set(dependent, Math.max(depth.get(dependent) ?? 0, own + 1));
      deepest = Math.max(deepest, own + 1);
      const left = (waitingFor.get(dependent) ?? 0) - 1;
      waitingFor.set(dependent, left);
      if (left === 0) ready.push(dependent);
    }
  }
  return deepest;
}
