/**
 * Declares a domain: a sort of symbols and compounds. A column may name an undeclared one, which is a warning (E2002).
 */
export interface DomainDecl {
  readonly name: string;
}

/**
 * The sort of one column: `domain` takes symbols and compounds, `int` safe integers, `term` anything (STRATA-CHK-02).
 */
export type ArgType =
  | { readonly kind: "domain"; readonly data: { readonly name: string } }
  | { readonly kind: "int" }
  | { readonly kind: "term"; readonly data: { readonly name: string } };

/** What a row carries: nothing, a (min,+) weight, its proofs, or its k heaviest proofs (k in 0..2^32−1). */
export type Annotation =
  | { readonly kind: "bool" }
  | { readonly kind: "trop" }
  | { readonly kind: "prov" }
  | { readonly kind: "prov_k"; readonly data: { readonly k: number } };

/** Which annotation, without its `k`. */
export type AnnotationKind = Annotation["kind"];

/** Whether a predicate's recursion is meant to end; `partial` silences E2020 (STRATA-CHK-05). */
export type Termination = "total" | "partial";
/** Whether a predicate's rows are all there are; documentation only. */
export type Completeness = "complete" | "sound_only";
/** Whether a predicate's rows are the same each time; documentation only. */
export type Determinism = "deterministic" | "stochastic";

/** Declared effects; an absent one has its default: total, complete, deterministic. Kept and printed, not enforced. */
export interface Effects {
  readonly termination?: Termination;
  readonly completeness?: Completeness;
  readonly determinism?: Determinism;
}

/** The columns of a predicate in order, what its rows carry, and its declared effects. */
export interface Signature {
  readonly args: readonly ArgType[];
  readonly annotation: Annotation;
  readonly effects?: Effects;
}

/** Marks a predicate whose facts come from a model. The name is a label: Strata never calls a model. */
export interface NeuralSpec {
  readonly model: string;
}

/**
 * Declares a predicate. A second declaration may only repeat the first: another count of columns or annotation is
 * E1012, another sort E2001.
 */
export interface PredDecl {
  readonly name: string;
  readonly sig: Signature;
  readonly neural?: NeuralSpec;
}
