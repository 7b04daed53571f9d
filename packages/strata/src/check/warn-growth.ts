import type { Expr } from "../ir/literal.js";
import type { Term } from "../ir/term.js";
import type { Bindings } from "./bound-variables.js";
import { distinctVariables } from "./bound-variables.js";
import { type CheckContext, complain, quote } from "./check-context.js";
import type { CheckedRule } from "./checked-program.js";
import type { DependencyGraph } from "./dependency-graph.js";

/** E2020: a recursive rule whose head holds a value the rule builds may derive new rows for ever. */
export function warnGrowth(
  context: CheckContext,
  graph: DependencyGraph,
  checked: CheckedRule,
  bindings: Bindings,
): void {
  const { head, body, rule, item } = checked;
  const predicate = context.predicates[head]!;
  // STRATA-CHK-05: the one effect that changes what is said.
  if (predicate.effects.termination === "partial") return;
  const component = graph.componentOf[head]!;
  const recursive = body.some(
    (read, place) => read >= 0 && graph.componentOf[read] === component && rule.body[place]!.kind === "pos",
  );
  if (!recursive) return;
  const built = builtVariables(bindings);
  const column = rule.head.args.findIndex((term) => grows(term, built));
  if (column < 0) return;
  complain(
    context,
    2020,
    ["items", item, "data", "head", "args", column],
    `${quote(predicate.name)} builds a value from its own rows, which may never end: bound it, or declare it partial`,
  );
}

function grows(term: Term, built: ReadonlySet<string>): boolean {
  if (term.kind === "var") return built.has(term.data.name);
  return term.kind === "compound" && distinctVariables(term).size > 0;
}

/** Variables whose value `=` builds, by arithmetic or as a compound, at first or at second hand. */
function builtVariables({ computed }: Bindings): Set<string> {
  const built = new Set<string>();
  for (const [name, value] of computed) {
    if (value.kind === "arith" || isBuilding(value, built)) built.add(name);
  }
  return built;
}

function isBuilding(value: Expr, built: ReadonlySet<string>): boolean {
  const variables = distinctVariables(value);
  if (value.kind === "compound") return variables.size > 0;
  return [...variables].some((name) => built.has(name));
}
