import type { Source } from "../evaluate/source.js";
import type { Weight } from "../ir/fact.js";
import type { Literal } from "../ir/literal.js";
import type { AggOp, Atom, Term } from "../ir/term.js";

/** One literal of a rule's body, in written order, as it held. */
export type Premise =
  | { readonly kind: "proof"; readonly data: Proof }
  | { readonly kind: "absent"; readonly data: Atom }
  /** A builtin with its values in place. */
  | { readonly kind: "builtin"; readonly data: Literal };

/** A body of an aggregate rule as it held for one element of the bag. */
export interface SampleRow {
  readonly body: readonly Literal[];
}

/** Why a row holds (STRATA-EXP-01). `rule` is an index in the program's items. */
export type Proof =
  | { readonly kind: "given"; readonly data: { readonly fact: Atom; readonly sources: readonly Source[] } }
  | {
      readonly kind: "derived";
      readonly data: {
        readonly fact: Atom;
        /** Of a trop row: the sum of its premises' weights. */
        readonly weight?: Weight;
        readonly rule: number;
        readonly premises: readonly Premise[];
      };
    }
  | {
      readonly kind: "aggregated";
      readonly data: {
        readonly fact: Atom;
        readonly rule: number;
        readonly op: AggOp;
        /** Elements of the bag. */
        readonly inputs: number;
        /** Up to 10 of them. */
        readonly sample: readonly SampleRow[];
      };
    }
  /** Expanded earlier in the same tree. */
  | { readonly kind: "repeated"; readonly data: { readonly fact: Atom } }
  /** Not expanded: the tree has as many nodes as it may. */
  | { readonly kind: "elided"; readonly data: { readonly fact: Atom } };

/** A variable of a rule with the value it took. */
export interface Binding {
  readonly var: string;
  readonly value: Term;
}

/** What the first literal that failed met. */
export type FailureReason = "no_match" | "present" | "comparison_false" | "different_value";

/** How far one rule came towards the row (STRATA-EXP-03). */
export interface Failure {
  readonly rule: number;
  /** Literals of the longest prefix that can hold. */
  readonly satisfied: number;
  readonly total: number;
  /** The first literal that then fails, with its values in place; for `different_value` the row the rule derives. */
  readonly literal: Literal;
  /** Its place in the body; the body's length for `different_value`. */
  readonly index: number;
  readonly bindings: readonly Binding[];
  readonly reason: FailureReason;
  /** Up to 3 rows nearest to what was looked for. */
  readonly closest: readonly Atom[];
}

/** Why no row matches an atom. */
export type WhyNot =
  | { readonly kind: "holds"; readonly data: { readonly fact: Atom } }
  | { readonly kind: "no_rule"; readonly data: { readonly pred: string; readonly closest: readonly Atom[] } }
  | { readonly kind: "failed"; readonly data: { readonly nearest: Failure; readonly others: readonly Failure[] } };
