import type { Expr, Literal, Rule } from "../ir/literal.js";
import type { Term } from "../ir/term.js";
import { walkArguments, walkVariables } from "./walk-variables.js";

/** A variable that `=` can bind once the variables of the other side are bound. */
interface Candidate {
  readonly name: string;
  readonly value: Expr;
  /** Distinct unbound variables of `value`. */
  waiting: number;
}

/** What binds the variables of a rule. */
export interface Bindings {
  /** Every bound variable. `_` is never among them: it is fresh at each use. */
  readonly bound: ReadonlySet<string>;
  /** Variables bound by `=` alone, with the expression that gives their value, in the order they get bound. */
  readonly computed: ReadonlyMap<string, Expr>;
}

/** The variables positive literals bind, closed under `=` (STRATA-EVAL-09). Linear in the size of the rule. */
export function boundVariables(rule: Rule): Bindings {
  const bound = new Set<string>();
  for (const literal of rule.body) {
    if (literal.kind === "pos") walkArguments(literal.data.args, [], (name) => name !== "_" && bound.add(name));
  }
  const computed = new Map<string, Expr>();
  const waiters = new Map<string, Candidate[]>();
  const ready: Candidate[] = [];
  for (const candidate of rule.body.flatMap(candidatesOf)) {
    for (const name of distinctVariables(candidate.value)) {
      if (bound.has(name)) continue;
      candidate.waiting += 1;
      const known = waiters.get(name);
      if (known === undefined) waiters.set(name, [candidate]);
      else known.push(candidate);
    }
    if (candidate.waiting === 0) ready.push(candidate);
  }
  for (let next = ready.pop(); next !== undefined; next = ready.pop()) {
    if (bound.has(next.name)) continue;
    bound.add(next.name);
    computed.set(next.name, next.value);
    for (const waiter of waiters.get(next.name) ?? []) {
      waiter.waiting -= 1;
      if (waiter.waiting === 0) ready.push(waiter);
    }
  }
  return { bound, computed };
}

function candidatesOf(literal: Literal): Candidate[] {
  if (literal.kind !== "compare" || literal.data.op !== "eq") return [];
  const { left, right } = literal.data;
  return [
    ...(isNamed(left) ? [{ name: left.data.name, value: right, waiting: 0 }] : []),
    ...(isNamed(right) ? [{ name: right.data.name, value: left, waiting: 0 }] : []),
  ];
}

function isNamed(term: Term | Expr): term is Extract<Term, { kind: "var" }> {
  return term.kind === "var" && term.data.name !== "_";
}

/** The distinct variables of a term or expression; `_`, which nothing binds, stands for each of its uses. */
export function distinctVariables(term: Term | Expr): Set<string> {
  const names = new Set<string>();
  walkVariables(term, [], (name) => names.add(name));
  return names;
}
