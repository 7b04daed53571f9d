/** A variable; `_` is a fresh variable at every use (STRATA-EVAL-03). */
export interface VarTerm {
  readonly kind: "var";
  readonly data: { readonly name: string };
}

/** A symbol. Any string is a name, `""` and `"5"` included; it never equals an integer (STRATA-TYP-01). */
export interface ConstTerm {
  readonly kind: "const";
  readonly data: { readonly name: string };
}

/** A safe integer (STRATA-ENC-08). */
export interface IntTerm {
  readonly kind: "int";
  readonly data: { readonly value: number };
}

/** How an aggregate folds its bag; `prob_or` is readable but refused by the checker (E2004). */
export type AggOp = "min" | "max" | "sum" | "count" | "prob_or";

/** An aggregate over the variable named `var`; legal only as a direct argument of a rule head (E2004). */
export interface AggTerm {
  readonly kind: "agg";
  readonly data: { readonly op: AggOp; readonly var: string };
}

/** A structured term; `nil()` with no arguments differs from the symbol `nil`. */
export interface CompoundTerm {
  readonly kind: "compound";
  readonly data: { readonly functor: string; readonly args: readonly Term[] };
}

/** An argument of an atom, told apart by `kind` alone (STRATA-TYP-01). */
export type Term = VarTerm | ConstTerm | IntTerm | AggTerm | CompoundTerm;

/** A predicate applied to terms. */
export interface Atom {
  readonly pred: string;
  readonly args: readonly Term[];
}
