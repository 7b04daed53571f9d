import type { Budget } from "../diagnostic/budget.js";
import type { Compiled } from "../lower/compiled.js";
import type { PlanTable } from "../lower/plan-table.js";
import type { ValueTable } from "../lower/value-table.js";
import type { TermDepthPolicy } from "./head-builder.js";
import type { Relation } from "./relation.js";
import type { InputRows } from "./source.js";

/** What a finished evaluation holds; its relations are frozen. */
export interface Snapshot {
  readonly compiled: Compiled;
  readonly values: ValueTable;
  readonly relations: readonly Relation[];
  /** Per soft predicate that was asked for, the probability of each row. */
  readonly probabilities: ReadonlyMap<number, Float64Array>;
  readonly soft: ReadonlySet<number> | null;
  /** Predicates that were computed; null means all. */
  readonly cone: ReadonlySet<number> | null;
  readonly inputs: readonly InputRows[];
  readonly plans: PlanTable;
  readonly budget: Budget;
  readonly onTermDepth: TermDepthPolicy;
  readonly dropped: number;
}
