import type { DependencyGraph } from "./dependency-graph.js";

/**
 * The least stratum of each component: not below what it reads positively, above what it negates or aggregates
 * (STRATA-CHK-03). The graph must have no negation or aggregate on a cycle.
 */
export function numberStrata(graph: DependencyGraph): Int32Array {
  const strata = new Int32Array(graph.components.length);
  const reads: { readonly body: number; readonly step: number }[][] = graph.components.map(() => []);
  for (const { head, body, sign } of graph.dependencies) {
    reads[graph.componentOf[head]!]!.push({ body: graph.componentOf[body]!, step: sign === "positive" ? 0 : 1 });
  }
  for (let component = 0; component < strata.length; component += 1) {
    // STRATA-CHK-03: components come in dependency order, so what is read has its number already.
    for (const { body, step } of reads[component]!) {
      strata[component] = Math.max(strata[component]!, strata[body]! + step);
    }
  }
  return strata;
}
