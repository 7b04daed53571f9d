import type { ArgType } from "../ir/declaration.js";
import type { Rule } from "../ir/literal.js";
import type { Atom } from "../ir/term.js";
import { type CheckContext, predicateNamed } from "./check-context.js";

/** A sort that says something about a value: `int`, or a domain. `term` columns say nothing. */
export type KnownSort = { readonly kind: "int" } | { readonly kind: "domain"; readonly name: string };

export function isDomainSort(sort: KnownSort): sort is Extract<KnownSort, { kind: "domain" }> {
  return sort.kind === "domain";
}

/** The sort a column gives to what stands in it, or null for a `term` column. */
export function columnSort(type: ArgType): KnownSort | null {
  if (type.kind === "int") return { kind: "int" };
  return type.kind === "domain" ? { kind: "domain", name: type.data.name } : null;
}

export function sameSort(left: KnownSort, right: KnownSort): boolean {
  if (left.kind === "int" || right.kind === "int") return left.kind === right.kind;
  return left.name === right.name;
}

/**
 * The sort each variable of a rule gets from the columns it stands in. Where columns disagree it has none, so that
 * nothing depends on their order; nor has `_`, which is fresh at every use (STRATA-CHK-02).
 */
export function variableSorts(context: CheckContext, rule: Rule): Map<string, KnownSort> {
  const sorts = new Map<string, KnownSort>();
  const clashing = new Set<string>();
  collect(context, rule.head, sorts, clashing);
  for (const literal of rule.body) {
    if (literal.kind === "pos" || literal.kind === "neg") collect(context, literal.data, sorts, clashing);
  }
  for (const name of clashing) sorts.delete(name);
  return sorts;
}

function collect(context: CheckContext, atom: Atom, sorts: Map<string, KnownSort>, clashing: Set<string>): void {
  if (!context.predicateIds.has(atom.pred)) return;
  const { argTypes } = predicateNamed(context, atom.pred);
  for (const [column, term] of atom.args.entries()) {
    const type = argTypes[column];
    if (term.kind !== "var" || term.data.name === "_" || type === undefined) continue;
    const sort = columnSort(type);
    const known = sorts.get(term.data.name);
    if (sort === null) continue;
    if (known === undefined) sorts.set(term.data.name, sort);
    else if (!sameSort(known, sort)) clashing.add(term.data.name);
  }
}
