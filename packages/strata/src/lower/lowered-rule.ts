import type { CompareOp } from "../ir/literal.js";
import type { AggOp } from "../ir/term.js";

/** A compound term with a variable in it: its value is built from, or taken apart into, the slots of its arguments. */
export interface CompoundSlot {
  readonly slot: number;
  /** Value id of the functor's symbol. */
  readonly functor: number;
  readonly args: readonly number[];
  /** Slots of the variables anywhere inside, each once. */
  readonly variables: readonly number[];
}

/** Instruction of an arithmetic program: a slot to push (0 and up), or one of these. */
export const ARITHMETIC = { add: -1, sub: -2, mul: -3, div: -4, mod: -5 } as const;

/** One side of a comparison: a slot, or arithmetic in postfix order. */
export type LoweredExpression =
  | { readonly kind: "slot"; readonly slot: number }
  | { readonly kind: "arithmetic"; readonly code: readonly number[]; readonly slots: readonly number[] };

export interface LoweredAtom {
  readonly kind: "pos" | "neg";
  readonly predicate: number;
  readonly args: readonly number[];
}

export interface LoweredCompare {
  readonly kind: "compare";
  readonly op: CompareOp;
  readonly left: LoweredExpression;
  readonly right: LoweredExpression;
}

export interface LoweredStartsWith {
  readonly kind: "starts_with";
  readonly value: number;
  readonly prefix: number;
  readonly negated: boolean;
}

export interface LoweredIsInt {
  readonly kind: "is_int";
  readonly value: number;
  readonly negated: boolean;
}

export type LoweredLiteral = LoweredAtom | LoweredCompare | LoweredStartsWith | LoweredIsInt;

/** What a head column must hold, where the checker could not know it (STRATA-CHK-02). */
export type ColumnDuty = "none" | "integer" | "symbolic";

export interface LoweredHead {
  readonly predicate: number;
  /** Per column its slot; -1 for the aggregate's. */
  readonly args: readonly number[];
  readonly duties: readonly ColumnDuty[];
}

/**
 * A rule over a frame of slots. Every variable (each `_` is one of its own), constant and non-ground compound has a
 * slot; constants are in `template` from the start.
 */
export interface LoweredRule {
  /** Index in `program.items`. */
  readonly item: number;
  readonly head: LoweredHead;
  readonly literals: readonly LoweredLiteral[];
  readonly template: Int32Array;
  /** Slots below this number are variables. */
  readonly variableCount: number;
  /** Names of the variables; every `_` is called `_`. */
  readonly variableNames: readonly string[];
  /** By slot, the non-ground compounds. */
  readonly compounds: ReadonlyMap<number, CompoundSlot>;
  readonly aggregate: { readonly op: AggOp; readonly column: number; readonly slot: number } | null;
}
