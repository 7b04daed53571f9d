import { type CheckContext, complain, quote } from "./check-context.js";
import type { Dependency, DependencyGraph } from "./dependency-graph.js";

const LONGEST_CYCLE = 100;

/** E1002 once per component, with the whole cycle spelled out, and E1008 per recursive prov predicate. */
export function checkCycles(context: CheckContext, graph: DependencyGraph): void {
  const reported = new Set<number>();
  const inside = insideComponents(graph);
  for (const dependency of graph.dependencies) {
    const { head, body, sign, item, literal } = dependency;
    const component = graph.componentOf[head]!;
    // STRATA-CHK-03: a stratum needs every negated and aggregated predicate to be complete before it.
    if (sign === "positive" || component !== graph.componentOf[body] || reported.has(component)) continue;
    reported.add(component);
    const cycle = context.report.full ? [] : [dependency, ...pathBetween(inside, body, head)];
    const what = sign === "negative" ? "negation" : "an aggregate";
    complain(
      context,
      1002,
      ["items", item, "data", "body", literal],
      `${what} on a cycle: ${spell(context, cycle)}: break it, for example by deriving the part without it first`,
    );
  }
  for (const predicate of context.predicates) {
    if (predicate.annotation.kind !== "prov" || !graph.recursive[graph.componentOf[predicate.id]!]) continue;
    // Spelling a cycle walks its component: not worth it for a message nobody gets.
    const cycle = context.report.full ? [] : cycleThrough(inside, predicate.id);
    complain(
      context,
      1008,
      predicate.item === null ? ["prelude"] : ["items", predicate.item],
      `${quote(predicate.name)} is prov and depends on itself: ${spell(context, cycle)}: declare it bool`,
    );
  }
}

/** Dependencies inside components, by the predicate that reads. */
type Inside = ReadonlyMap<number, readonly Dependency[]>;

function insideComponents(graph: DependencyGraph): Inside {
  const inside = new Map<number, Dependency[]>();
  for (const dependency of graph.dependencies) {
    if (graph.componentOf[dependency.head] !== graph.componentOf[dependency.body]) continue;
    const known = inside.get(dependency.head);
    if (known === undefined) inside.set(dependency.head, [dependency]);
    else known.push(dependency);
  }
  return inside;
}

function cycleThrough(inside: Inside, predicate: number): Dependency[] {
  const first = inside.get(predicate)![0]!;
  return [first, ...pathBetween(inside, first.body, predicate)];
}

/** A shortest chain of dependencies from one predicate to another of its component. */
function pathBetween(inside: Inside, from: number, to: number): Dependency[] {
  const arrival = new Map<number, Dependency | null>([[from, null]]);
  const queue = [from];
  for (let next = 0; next < queue.length && !arrival.has(to); next += 1) {
    for (const dependency of inside.get(queue[next]!) ?? []) {
      if (arrival.has(dependency.body)) continue;
      arrival.set(dependency.body, dependency);
      queue.push(dependency.body);
    }
  }
  const path: Dependency[] = [];
  for (let step = arrival.get(to) ?? null; step !== null; step = arrival.get(step.head) ?? null) path.push(step);
  return path.reverse();
}

/** `p -not-> q -> p`. A cycle beyond what anyone reads is cut, and says so. */
function spell(context: CheckContext, cycle: readonly Dependency[]): string {
  if (cycle.length === 0) return "";
  const arrow = { positive: "->", negative: "-not->", aggregate: "-aggregate->" } as const;
  const name = (id: number) => context.predicates[id]!.name;
  const steps = cycle.slice(0, LONGEST_CYCLE).map(({ head, sign }) => `${name(head)} ${arrow[sign]} `);
  const cut = cycle.length - steps.length;
  return `${steps.join("")}${cut > 0 ? `(${cut} more) -> ` : ""}${name(cycle[0]!.head)}`;
}
