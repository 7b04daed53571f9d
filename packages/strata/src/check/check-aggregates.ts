import type { Expr, Rule } from "../ir/literal.js";
import type { Term } from "../ir/term.js";
import { type CheckContext, complain, quote } from "./check-context.js";
import { isDomainSort, variableSorts } from "./variable-sorts.js";
import { builtinOperands, type Trail } from "./walk-variables.js";

/** E2004: an aggregate is one direct argument of a bool rule's head, of a known op, over what the op can fold. */
export function checkAggregates(context: CheckContext): void {
  for (const [index, item] of context.program.items.entries()) {
    if (item.kind === "query") {
      refuseAll(context, item.data.atom.args, ["items", index, "data", "atom"], "a query");
    } else if (item.kind === "rule") {
      checkHead(context, item.data, index);
      checkBody(context, item.data, index);
    }
  }
}

function checkHead(context: CheckContext, rule: Rule, index: number): void {
  let seen = false;
  for (const [column, term] of rule.head.args.entries()) {
    const trail: Trail = ["items", index, "data", "head", "args", column];
    if (term.kind === "compound") findAggregates(term, trail, (at) => refuse(context, at, "a compound term"));
    if (term.kind !== "agg") continue;
    if (seen) {
      complain(context, 2004, trail, "a head has one aggregate at most: write one rule for each");
    }
    seen = true;
    checkAggregate(context, rule, term, trail);
  }
}

function checkAggregate(context: CheckContext, rule: Rule, term: Extract<Term, { kind: "agg" }>, trail: Trail): void {
  const problem = aggregateProblem(context, rule, term);
  if (problem !== null) complain(context, 2004, trail, problem);
}

function aggregateProblem(context: CheckContext, rule: Rule, term: Extract<Term, { kind: "agg" }>): string | null {
  const { op, var: name } = term.data;
  if (op === "prob_or") return "prob_or cannot be evaluated: use min, max, sum or count";
  const id = context.predicateIds.get(rule.head.pred);
  const annotation = id === undefined ? "bool" : context.predicates[id]!.annotation.kind;
  if (annotation !== "bool") return `${quote(rule.head.pred)} is ${annotation}: only bool heads aggregate`;
  if (op === "count") return null;
  const sort = variableSorts(context, rule).get(name);
  if (sort === undefined || !isDomainSort(sort)) return null;
  return `${op} folds integers, but ${quote(name)} is of domain ${quote(sort.name)}: use count`;
}

function checkBody(context: CheckContext, rule: Rule, index: number): void {
  for (const [place, literal] of rule.body.entries()) {
    const trail: Trail = ["items", index, "data", "body", place, "data"];
    if (literal.kind === "pos" || literal.kind === "neg") {
      refuseAll(context, literal.data.args, trail, "a body");
      continue;
    }
    for (const [side, operand] of builtinOperands(literal)) {
      findAggregates(operand, [...trail, side], (at) => refuse(context, at, "a body"));
    }
  }
}

function refuseAll(context: CheckContext, args: readonly Term[], trail: Trail, place: string): void {
  for (const [column, term] of args.entries()) {
    if (term.kind === "agg" || term.kind === "compound") {
      findAggregates(term, [...trail, "args", column], (at) => refuse(context, at, place));
    }
  }
}

function refuse(context: CheckContext, trail: Trail, place: string): void {
  complain(
    context,
    2004,
    trail,
    `an aggregate cannot stand in ${place}: derive it in the head of a rule of its own, and read that predicate`,
  );
}

function findAggregates(term: Term | Expr, trail: Trail, visit: (trail: Trail) => void): void {
  if (term.kind === "agg") {
    visit(trail);
  } else if (term.kind === "compound") {
    for (const [index, argument] of term.data.args.entries()) {
      findAggregates(argument, [...trail, "data", "args", index], visit);
    }
  } else if (term.kind === "arith") {
    findAggregates(term.data.left, [...trail, "data", "left"], visit);
    findAggregates(term.data.right, [...trail, "data", "right"], visit);
  }
}
