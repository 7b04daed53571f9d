import type { DomainDecl, PredDecl } from "./declaration.js";
import type { Fact } from "./fact.js";
import type { Rule } from "./literal.js";
import type { Atom } from "./term.js";

/** Rows for `pred` come from the host's resolver for `path`; the file system is never touched (STRATA-EVAL-13). */
export interface InputDecl {
  readonly pred: string;
  readonly path: string;
}

/**
 * `plain` asks for rows, `prob` for the exact probability of each (STRATA-EVAL-12); `grad` is read and checked, and its
 * evaluation refused (E2015).
 */
export type QueryKind = "plain" | "prob" | "grad";

/** Asks for the rows that match an atom; it selects and changes none (STRATA-EVAL-11). */
export interface Query {
  readonly atom: Atom;
  readonly kind: QueryKind;
}

/** Holds for the whole program wherever it stands (STRATA-TYP-02). */
export type Pragma = "terms" | "asp" | "builtins";

/** Comments (with their `%`) and blank lines around an item; an absent field is empty or false. */
export interface Trivia {
  readonly leading?: readonly string[];
  readonly trailing?: string;
  readonly blankBefore?: boolean;
}

/** Half-open UTF-8 byte offsets into the surface text an item was read from, 0..2^32−1. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What stands beside an item's `kind` and `data`; never part of its meaning (STRATA-TYP-02). */
export interface ItemNotes {
  readonly trivia?: Trivia;
  readonly span?: Span;
}

/** One statement of a program, told apart by `kind`. */
export type ItemContent =
  | { readonly kind: "domain"; readonly data: DomainDecl }
  | { readonly kind: "predicate"; readonly data: PredDecl }
  | { readonly kind: "rule"; readonly data: Rule }
  | { readonly kind: "fact"; readonly data: Fact }
  | { readonly kind: "input"; readonly data: InputDecl }
  | { readonly kind: "query"; readonly data: Query }
  | { readonly kind: "pragma"; readonly data: Pragma };

/** Which statement an item is. */
export type ItemKind = ItemContent["kind"];

/** One statement of a program with its comments and its place in the text. */
export type Item = ItemContent & ItemNotes;

/** A Strata program. JSON (snake_case, `ir_version`) is the source of truth; the text syntax is a projection of it. */
export interface Program {
  readonly irVersion: string;
  readonly items: readonly Item[];
}
