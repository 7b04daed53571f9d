import type { Diagnostic } from "../diagnostic/diagnostic.js";
import type { ItemKind } from "../ir/program.js";
import type { CheckContext } from "./check-context.js";
import type { CheckedProgram, Component } from "./checked-program.js";
import type { DependencyGraph } from "./dependency-graph.js";
import { numberStrata } from "./number-strata.js";

/** Puts together what evaluation needs of a program that passed every check. */
export function completeProgram(
  context: CheckContext,
  graph: DependencyGraph,
  diagnostics: readonly Diagnostic[],
): CheckedProgram {
  const { program, pragmas, predicateIds, domains } = context;
  // Answer-set programs negate through cycles, so that strata mean nothing there.
  const strata = pragmas.has("asp") ? new Int32Array(graph.components.length) : numberStrata(graph);
  const rulesOf: number[][] = graph.components.map(() => []);
  for (const [place, { head }] of graph.rules.entries()) rulesOf[graph.componentOf[head]!]!.push(place);
  const components: Component[] = graph.components.map((predicates, place) => ({
    predicates,
    rules: rulesOf[place]!,
    recursive: graph.recursive[place]!,
    stratum: strata[place]!,
  }));
  const predicates = context.predicates.map((predicate) => {
    const component = graph.componentOf[predicate.id]!;
    return { ...predicate, component, stratum: strata[component]! };
  });
  const indexes = (kind: ItemKind) => program.items.flatMap((item, index) => (item.kind === kind ? [index] : []));
  return {
    program,
    pragmas,
    predicates,
    predicateIds,
    domains,
    rules: graph.rules,
    facts: indexes("fact"),
    inputs: indexes("input"),
    queries: indexes("query"),
    components,
    numStrata: strata.reduce((largest, stratum) => Math.max(largest, stratum + 1), 1),
    diagnostics,
  };
}
