import type { Rule } from "../ir/literal.js";
import { type CheckContext, predicateNamed } from "./check-context.js";
import type { CheckedRule } from "./checked-program.js";
import { stronglyConnected } from "./strongly-connected.js";

/** How a head reads a body predicate. In an aggregate rule every literal is read through the aggregate. */
type Sign = "positive" | "negative" | "aggregate";

/** `head` reads `body` through literal `literal` of item `item`. */
export interface Dependency {
  readonly head: number;
  readonly body: number;
  readonly sign: Sign;
  readonly item: number;
  readonly literal: number;
}

/** Who reads whom. */
export interface DependencyGraph {
  readonly rules: readonly CheckedRule[];
  /** In item order. */
  readonly dependencies: readonly Dependency[];
  /** Strongly connected components in dependency order, as predicate ids. */
  readonly components: readonly (readonly number[])[];
  /** Per predicate its place in `components`. */
  readonly componentOf: Int32Array;
  /** Per component whether a predicate in it depends on itself. */
  readonly recursive: readonly boolean[];
}

/** Resolves the rules and orders the predicates by dependency. Every name must be declared. */
export function buildDependencyGraph(context: CheckContext): DependencyGraph {
  const rules: CheckedRule[] = [];
  const dependencies: Dependency[] = [];
  for (const [index, item] of context.program.items.entries()) {
    if (item.kind !== "rule") continue;
    const rule = resolveRule(context, item.data, index);
    rules.push(rule);
    for (const [literal, body] of rule.body.entries()) {
      if (body < 0) continue;
      const negative = item.data.body[literal]!.kind === "neg";
      const sign: Sign = rule.aggregate >= 0 ? "aggregate" : negative ? "negative" : "positive";
      dependencies.push({ head: rule.head, body, sign, item: index, literal });
    }
  }
  const reads: number[][] = context.predicates.map(() => []);
  for (const { head, body } of dependencies) reads[head]!.push(body);
  const components = stronglyConnected(reads);
  const componentOf = new Int32Array(context.predicates.length);
  for (const [place, members] of components.entries()) for (const member of members) componentOf[member] = place;
  const recursive = components.map((members) => members.length > 1);
  for (const { head, body } of dependencies) if (head === body) recursive[componentOf[head]!] = true;
  return { rules, dependencies, components, componentOf, recursive };
}

function resolveRule(context: CheckContext, rule: Rule, item: number): CheckedRule {
  return {
    item,
    rule,
    head: predicateNamed(context, rule.head.pred).id,
    body: rule.body.map((literal) =>
      literal.kind === "pos" || literal.kind === "neg" ? predicateNamed(context, literal.data.pred).id : -1,
    ),
    aggregate: rule.head.args.findIndex((term) => term.kind === "agg"),
  };
}
