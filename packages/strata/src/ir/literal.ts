import type { Atom, CompoundTerm, ConstTerm, IntTerm, Term, VarTerm } from "./term.js";

/** Comparison of two expressions (extension). `eq` and `ne` are structural, the others need integers. */
export type CompareOp = "eq" | "ne" | "lt" | "le" | "gt" | "ge";

/** Integer arithmetic (extension). `div` truncates toward zero, `mod` has the dividend's sign. */
export type ArithOp = "add" | "sub" | "mul" | "div" | "mod";

/** An arithmetic node of an expression (extension). */
export interface ArithExpr {
  readonly kind: "arith";
  readonly data: { readonly op: ArithOp; readonly left: Expr; readonly right: Expr };
}

/** One side of a comparison: any term but an aggregate, or arithmetic over such (extension). */
export type Expr = VarTerm | ConstTerm | IntTerm | CompoundTerm | ArithExpr;

/** Holds for every row that matches the atom, and binds its variables. */
export interface PosLiteral {
  readonly kind: "pos";
  readonly data: Atom;
}

/** Holds where no row matches; what a row weighs does not count (STRATA-EVAL-07). Binds nothing. */
export interface NegLiteral {
  readonly kind: "neg";
  readonly data: Atom;
}

/** A comparison (extension). */
export interface CompareLiteral {
  readonly kind: "compare";
  readonly data: { readonly op: CompareOp; readonly left: Expr; readonly right: Expr };
}

/** True when both are symbols and `value` begins with `prefix` by UTF-16 code units (extension). */
export interface StartsWithLiteral {
  readonly kind: "starts_with";
  readonly data: { readonly value: Term; readonly prefix: Term; readonly negated?: boolean };
}

/** True when `value` is an integer (extension). */
export interface IsIntLiteral {
  readonly kind: "is_int";
  readonly data: { readonly value: Term; readonly negated?: boolean };
}

/** A literal of the extension, legal only under the pragma `builtins` (STRATA-TYP-03). */
export type BuiltinLiteral = CompareLiteral | StartsWithLiteral | IsIntLiteral;

/** One condition in the body of a rule, told apart by `kind`. */
export type Literal = PosLiteral | NegLiteral | BuiltinLiteral;

/** `head :- body`. An empty body makes the rule act as a fact. */
export interface Rule {
  readonly head: Atom;
  readonly body: readonly Literal[];
}
