import type { Compiled } from "../lower/compiled.js";
import { dependencyCone } from "./dependency-cone.js";
import { stop } from "./evaluation-stop.js";
import { softPredicates } from "./soft-predicates.js";

/** What an evaluation has to compute. */
export interface Asked {
  /** Components of these predicates are run; null means all. */
  readonly cone: ReadonlySet<number> | null;
  readonly soft: ReadonlySet<number> | null;
  /** Soft predicates whose rows somebody asks for. */
  readonly softAsked: readonly number[];
  /** Soft predicates these need, themselves included. */
  readonly softCone: ReadonlySet<number>;
}

const NOTHING: ReadonlySet<number> = new Set();

/**
 * Works out what is asked. Without `select` everything certain is computed; soft rows are costly, so of them only those
 * a query names, or all when the program has no query (STRATA-EVAL-12: those nobody asks for are not computed).
 */
export function whatIsAsked(compiled: Compiled, select: readonly number[] | null, soft: Iterable<number>): Asked {
  const cone = select === null ? null : dependencyCone(compiled, select);
  const softSet = softPredicates(compiled, soft);
  if (softSet === null) return { cone, soft: null, softAsked: [], softCone: NOTHING };
  const queried = compiled.queries
    .map((query) => query.predicate)
    .filter((predicate) => cone?.has(predicate) !== false);
  const everything = select ?? (compiled.queries.length === 0 ? compiled.checked.predicates.map(({ id }) => id) : []);
  const softAsked = [...new Set([...everything, ...queried])].filter((predicate) => softSet.has(predicate));
  const needed = [...dependencyCone(compiled, softAsked)].filter((predicate) => softSet.has(predicate));
  return { cone, soft: softSet, softAsked, softCone: new Set(needed) };
}

/** Refuses what is not evaluated, before anything is (STRATA-EVAL-14): E2015 with the feature's name. */
export function refuseUnsupported(compiled: Compiled, asked: Asked): void {
  const { checked } = compiled;
  // STRATA-EVAL-14: refused by name rather than answered wrongly.
  if (checked.pragmas.has("asp")) throw unsupported("asp", "");
  for (const { item, query } of compiled.queries) {
    if (query.kind === "grad") throw unsupported("grad", `/items/${item}/data/kind`);
  }
  for (const predicate of asked.softCone) {
    const { annotation, item, name } = checked.predicates[predicate]!;
    const path = item === null ? "" : `/items/${item}`;
    if (annotation.kind === "prov_k") throw unsupported("prov_k", path, name);
    if (annotation.kind === "trop") throw unsupported("prob_over_trop", path, name);
  }
  for (const predicate of asked.softAsked) refuseCone(compiled, asked, predicate);
}

function refuseCone(compiled: Compiled, asked: Asked, predicate: number): void {
  const { predicates } = compiled.checked;
  const cone = dependencyCone(compiled, [predicate]);
  const isProv = predicates[predicate]!.annotation.kind === "prov";
  for (const rule of compiled.rules) {
    if (!cone.has(rule.head.predicate) || asked.soft?.has(rule.head.predicate) !== true) continue;
    let readsSoft = false;
    for (const literal of rule.literals) {
      if (literal.kind !== "pos" && literal.kind !== "neg") continue;
      if (asked.soft.has(literal.predicate)) readsSoft = true;
      if (predicates[literal.predicate]!.annotation.kind === "trop") {
        throw unsupported("prob_over_trop", `/items/${rule.item}`, predicates[literal.predicate]!.name);
      }
    }
    if (isProv && readsSoft && rule.aggregate !== null) {
      throw unsupported("aggregate_over_soft_in_prov", `/items/${rule.item}`);
    }
  }
}

/** E2015: what the feature is called is part of the diagnostic. */
export function unsupported(feature: string, path: string, name?: string) {
  const of = name === undefined ? "" : ` (${JSON.stringify(name)})`;
  return stop(2015, path, `${feature}${of} is not evaluated`, {
    hint: "evaluate the program without it",
    detail: { feature },
  });
}
