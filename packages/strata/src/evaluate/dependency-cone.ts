import type { Compiled } from "../lower/compiled.js";

/** The predicates and all they depend on, through any literal. */
export function dependencyCone(compiled: Compiled, predicates: Iterable<number>): ReadonlySet<number> {
  const cone = new Set(predicates);
  for (let at = compiled.components.length - 1; at >= 0; at -= 1) {
    const component = compiled.components[at]!;
    if (!component.predicates.some((predicate) => cone.has(predicate))) continue;
    // A predicate of a cycle needs the whole cycle.
    for (const predicate of component.predicates) cone.add(predicate);
    for (const read of component.reads) cone.add(read);
  }
  return cone;
}
