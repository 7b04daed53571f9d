import type { CheckedProgram } from "../check/checked-program.js";
import type { Relation } from "../evaluate/relation.js";
import type { Query } from "../ir/program.js";
import type { LoweredRule } from "./lowered-rule.js";
import type { PlanTable } from "./plan-table.js";
import type { ValueTable } from "./value-table.js";

/** A fact with a probability: one independent event (STRATA-EVAL-12). */
export interface SoftFact {
  readonly predicate: number;
  readonly tuple: Int32Array;
  readonly prob: number;
  /** Source number, see `sourceOf`. */
  readonly source: number;
}

/** One strongly connected component, with its rules by when they run. */
export interface LoweredComponent {
  readonly predicates: readonly number[];
  /** Run first, once: they read finished strata only (STRATA-EVAL-08). */
  readonly aggregates: readonly LoweredRule[];
  /** Read nothing of the component: run once. */
  readonly exits: readonly LoweredRule[];
  /** Read the component itself: run until nothing changes. */
  readonly recursive: readonly LoweredRule[];
  /** Rules of all three kinds. */
  readonly ruleCount: number;
  /** Predicates read by the component's rules but not of it, each once. */
  readonly reads: readonly number[];
  /** Those of `reads` that stand in a negated literal or in the body of an aggregate. */
  readonly strictReads: ReadonlySet<number>;
}

export interface LoweredQuery {
  readonly item: number;
  readonly query: Query;
  readonly predicate: number;
}

/**
 * A program ready to be asked, any number of times and by several evaluations at once (STRATA-API-02). Immutable: what
 * arrives with facts lives in the evaluation. Its fields are the package's own business.
 */
export interface Compiled {
  readonly checked: CheckedProgram;
  readonly values: ValueTable;
  /** Per predicate its certain program facts; null when it has none. */
  readonly facts: readonly (Relation | null)[];
  readonly factCount: number;
  readonly softFacts: readonly SoftFact[];
  readonly rules: readonly LoweredRule[];
  /** Per predicate the rules that derive it, in item order. */
  readonly rulesOf: readonly (readonly LoweredRule[])[];
  readonly components: readonly LoweredComponent[];
  readonly queries: readonly LoweredQuery[];
  readonly plans: PlanTable;
  readonly enforceSorts: boolean;
  /** Predicates whose dependency cone is computed unless an evaluation says otherwise; null means all. */
  readonly select: readonly number[] | null;
  /** The frame a rule with the most slots needs. */
  readonly frameLength: number;
  /** Most values one binding of a rule can make: its compounds, and what its body binds. */
  readonly valuesPerTuple: number;
  readonly widestArity: number;
}
