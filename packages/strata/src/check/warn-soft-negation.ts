import { type CheckContext, complain, quote } from "./check-context.js";
import type { Dependency, DependencyGraph } from "./dependency-graph.js";

/** E2019: a bool predicate that meets soft evidence only through `not` still has rows with probabilities. */
export function warnSoftNegation(context: CheckContext, graph: DependencyGraph): void {
  const intrinsic = intrinsicallySoft(context);
  if (intrinsic.size === 0) return;
  const soft = readersOf(graph.dependencies, intrinsic);
  const positively = readersOf(
    graph.dependencies.filter(({ sign }) => sign !== "negative"),
    intrinsic,
  );
  const reported = new Set<number>();
  for (const { head, body, item, literal } of graph.dependencies) {
    const predicate = context.predicates[head]!;
    if (reported.has(head) || predicate.annotation.kind !== "bool") continue;
    if (!soft.has(body) || positively.has(head)) continue;
    reported.add(head);
    complain(
      context,
      2019,
      ["items", item, "data", "body", literal],
      `${quote(predicate.name)} depends on soft evidence only through not: its rows carry probabilities`,
    );
  }
}

/** Predicates that are soft by themselves: prov, neural, or with soft facts. */
function intrinsicallySoft(context: CheckContext): Set<number> {
  const soft = new Set<number>();
  for (const { id, annotation, model } of context.predicates) {
    if (annotation.kind === "prov" || annotation.kind === "prov_k" || model !== null) soft.add(id);
  }
  for (const item of context.program.items) {
    if (item.kind === "fact" && item.data.prob !== undefined) soft.add(context.predicateIds.get(item.data.atom.pred)!);
  }
  return soft;
}

function readersOf(dependencies: readonly Dependency[], start: ReadonlySet<number>): Set<number> {
  const readers = new Map<number, number[]>();
  for (const { head, body } of dependencies) {
    const known = readers.get(body);
    if (known === undefined) readers.set(body, [head]);
    else known.push(head);
  }
  const reached = new Set(start);
  const queue = [...start];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    for (const head of readers.get(next) ?? []) {
      if (reached.has(head)) continue;
      reached.add(head);
      queue.push(head);
    }
  }
  return reached;
}
