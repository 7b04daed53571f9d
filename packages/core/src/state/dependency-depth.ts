import type { CognitiveStateData } from "../contract/state.js";

/** Length of the longest chain of the dependency graph, in edges; edges of a cycle are not counted. Linear. */
export function dependencyDepth({ dependencyGraph }: Pick<CognitiveStateData, "dependencyGraph">): number {
  // Ids become numbers once, so that the walk needs no table of texts.
  const numbers = new Map<string, number>();
  const dependents: number[][] = [];
  const waitingFor: number[] = [];
  const numberOf = (id: string): number => {
    const known = numbers.get(id);
    if (known !== undefined) return known;
    numbers.set(id, dependents.length);
    waitingFor.push(0);
    return dependents.push([]) - 1;
  };
  for (const { dependent, dependsOn } of dependencyGraph) {
    const number = numberOf(dependent);
    (dependents[numberOf(dependsOn)] as number[]).push(number);
    (waitingFor[number] as number) += 1;
  }
  const depth = new Array<number>(dependents.length).fill(0);
  const ready = [...depth.keys()].filter((number) => waitingFor[number] === 0);
  let deepest = 0;
  for (let number = ready.pop(); number !== undefined; number = ready.pop()) {
    const next = (depth[number] as number) + 1;
    for (const dependent of dependents[number] as number[]) {
      depth[dependent] = Math.max(depth[dependent] as number, next);
      deepest = Math.max(deepest, next);
      (waitingFor[dependent] as number) -= 1;
      if (waitingFor[dependent] === 0) ready.push(dependent);
    }
  }
  return deepest;
}
