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

/**
 * The sort each variable of a rule gets from the columns it stands in, in the order head, then body. Where columns
 * disagree the first one counts; `_` is fresh at every use and has none (STRATA-CHK-02).
 */
export function variableSorts(context: CheckContext, rule: Rule): Map<string, KnownSort> {
  const sorts = new Map<string, KnownSort>();
  collect(context, rule.head, sorts);
  for (const literal of rule.body) {
    if (literal.kind === "pos" || literal.kind === "neg") collect(context, literal.data, sorts);
  }
  return sorts;
}

function collect(context: CheckContext, atom: Atom, sorts: Map<string, KnownSort>): void {
  if (!context.predicateIds.has(atom.pred)) return;
  const { argTypes } = predicateNamed(context, atom.pred);
  for (const [column, term] of atom.args.entries()) {
    if (term.kind !== "var" || term.data.name === "_" || sorts.has(term.data.name)) continue;
    const type = argTypes[column];
    const sort = type === undefined ? null : columnSort(type);
    if (sort !== null) sorts.set(term.data.name, sort);
  }
}
