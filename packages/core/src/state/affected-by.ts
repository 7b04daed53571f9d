import type { CognitiveStateData } from "../contract/state.js";

/**
 * Ids of everything that rests on a fact, the fact first, by way of the dependency graph and the decisions' own
 * dependencies; empty when there is no such fact. Linear in the size of the graph.
 */
export function affectedBy(
  state: Pick<CognitiveStateData, "establishedFacts" | "decisions" | "dependencyGraph">,
  factId: string,
): string[] {
  if (!state.establishedFacts.some((fact) => fact.factId === factId)) return [];
  const dependents = new Map<string, string[]>();
  const link = (dependsOn: string, dependent: string): void => {
    const known = dependents.get(dependsOn);
    if (known === undefined) dependents.set(dependsOn, [dependent]);
    else known.push(dependent);
  };
  for (const edge of state.dependencyGraph) link(edge.dependsOn, edge.dependent);
  for (const decision of state.decisions) for (const id of decision.dependsOn) link(id, decision.decisionId);
  const affected = new Set([factId]);
  // POS-CSO-06: what rests on a fact, however far away; a set iterates over what is added on the way.
  for (const id of affected) for (const dependent of dependents.get(id) ?? []) affected.add(dependent);
  return [...affected];
}
