import type { CompareOp } from "../ir/literal.js";
import type { LoweredExpression } from "./lowered-rule.js";

/** Which rows of a predicate a step reads: all that are visible, those before the last round, or its changes. */
export type RowRange = "full" | "old" | "delta";

/** Builds the compound in `into` from the slots of its arguments. */
export interface Build {
  readonly functor: number;
  readonly args: readonly number[];
  readonly into: number;
}

/** Takes the compound in `from` apart: pairs (argument, slot) that it binds, then pairs that must agree. */
export interface TakeApart {
  readonly from: number;
  readonly functor: number;
  readonly arity: number;
  readonly loads: readonly number[];
  readonly checks: readonly number[];
}

interface StepBase {
  /** Place of the literal in the rule's body. */
  readonly literal: number;
  /** Compounds to look up before the step; one that does not exist matches nothing. */
  readonly builds: readonly Build[];
}

/** Visits rows of a relation that agree with the bound columns, binding the others. */
export interface MatchStep extends StepBase {
  readonly kind: "scan" | "probe" | "lookup";
  readonly predicate: number;
  readonly range: RowRange;
  /** Bound columns, ascending, with their slots: the key of a probe or lookup. A scan has none. */
  readonly columns: readonly number[];
  readonly key: readonly number[];
  /** Pairs (column, slot) that a row binds. */
  readonly loads: readonly number[];
  /** Pairs (column, slot) that must agree after the loads: repeated variables, and bound columns of a scan. */
  readonly checks: readonly number[];
  /** Outermost first. */
  readonly takes: readonly TakeApart[];
}

/** Holds when no row equals the key. */
export interface AbsentStep extends StepBase {
  readonly kind: "absent";
  readonly predicate: number;
  readonly key: readonly number[];
}

/** Compares two values. */
export interface CompareStep extends StepBase {
  readonly kind: "compare";
  readonly op: CompareOp;
  readonly left: LoweredExpression;
  readonly right: LoweredExpression;
}

/** Gives a variable the value of an expression; when that fails, `rest` says what else must hold for it to matter. */
export interface BindStep extends StepBase {
  readonly kind: "bind";
  readonly slot: number;
  readonly value: LoweredExpression;
  /** Set when positive literals read the variable too; they then have to be matched without it. */
  readonly rest: (() => readonly Step[]) | null;
}

export interface TestStep extends StepBase {
  readonly kind: "is_int" | "starts_with";
  readonly value: number;
  readonly prefix: number;
  readonly negated: boolean;
}

export type Step = MatchStep | AbsentStep | CompareStep | BindStep | TestStep;

/** The order in which one rule, or one semi-naive variant of it, is joined. */
export interface Plan {
  readonly steps: readonly Step[];
  /** Compounds of the head, parts first. */
  readonly headBuilds: readonly Build[];
}
