import type { Atom, Term } from "../ir/term.js";
import { ABSENT, type ValueTable } from "../lower/value-table.js";

/** The ids of a ground atom's arguments, or null when one of them is no value of this evaluation. */
export function groundTuple(values: ValueTable, atom: Atom): Int32Array | null {
  const tuple = new Int32Array(atom.args.length);
  for (let at = 0; at < tuple.length; at += 1) {
    const id = values.findTerm(atom.args[at]!);
    if (id === ABSENT) return null;
    tuple[at] = id;
  }
  return tuple;
}

/** Atoms nest no deeper than documents may. */
const DEEPEST_ATOM = 512;

/** Whether an atom is of the depth that documents have; iterative, and ends on terms that contain themselves. */
export function isShallow({ args }: Atom): boolean {
  const pending = args.map((term) => ({ term, depth: 0 }));
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { term, depth } = next;
    if (depth > DEEPEST_ATOM) return false;
    if (term.kind === "compound") for (const arg of term.data.args) pending.push({ term: arg, depth: depth + 1 });
  }
  return true;
}

export function isGround(term: Term): boolean {
  if (term.kind === "compound") return term.data.args.every(isGround);
  return term.kind === "const" || term.kind === "int";
}

/**
 * Whether a row matches a query's atom (STRATA-EVAL-11): constants equal, compounds structurally, a repeated variable
 * takes one value, `_` is free.
 */
export function matchesRow(values: ValueTable, atom: Atom, data: Int32Array, start: number): boolean {
  const bindings = new Map<string, number>();
  for (let at = 0; at < atom.args.length; at += 1) {
    if (!matchesTerm(values, atom.args[at]!, data[start + at]!, bindings)) return false;
  }
  return true;
}

function matchesTerm(values: ValueTable, term: Term, id: number, bindings: Map<string, number>): boolean {
  switch (term.kind) {
    case "var": {
      if (term.data.name === "_") return true;
      const bound = bindings.get(term.data.name);
      // STRATA-EVAL-11: a repeated variable must take one value.
      if (bound === undefined) bindings.set(term.data.name, id);
      return bound === undefined || bound === id;
    }
    case "const":
      return values.symbolName(id) === term.data.name;
    case "int":
      return values.integerValue(id) === term.data.value;
    case "compound": {
      if (!values.isCompound(id) || values.symbolName(values.functor(id)) !== term.data.functor) return false;
      const args = values.args(id);
      if (args.length !== term.data.args.length) return false;
      return term.data.args.every((arg, at) => matchesTerm(values, arg, args[at]!, bindings));
    }
    case "agg":
      return false;
  }
}
