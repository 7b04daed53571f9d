import type { Compiled } from "../lower/compiled.js";

/**
 * The soft predicates (STRATA-EVAL-12): those that are `prov`, have soft facts, or depend on a soft one through any
 * literal. Null when there are none.
 */
export function softPredicates(compiled: Compiled, stated: Iterable<number>): ReadonlySet<number> | null {
  const soft = new Set(stated);
  for (const { id, annotation } of compiled.checked.predicates) {
    if (annotation.kind === "prov" || annotation.kind === "prov_k") soft.add(id);
  }
  if (soft.size === 0) return null;
  // Components come in dependency order, so one pass carries softness upwards.
  for (const { predicates, reads } of compiled.components) {
    if (!reads.some((read) => soft.has(read)) && !predicates.some((predicate) => soft.has(predicate))) continue;
    const cycle = predicates.length > 1;
    for (const predicate of predicates) if (cycle || readsSoft(compiled, predicate, soft)) soft.add(predicate);
  }
  return soft;
}

function readsSoft(compiled: Compiled, predicate: number, soft: ReadonlySet<number>): boolean {
  return compiled.rulesOf[predicate]!.some(({ literals }) =>
    literals.some((literal) => (literal.kind === "pos" || literal.kind === "neg") && soft.has(literal.predicate)),
  );
}
