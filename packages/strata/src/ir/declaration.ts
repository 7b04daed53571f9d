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

export type AnnotationKind = Annotation["kind"];

export type Termination = "total" | "partial";
export type Completeness = "complete" | "sound_only";
export type Determinism = "deterministic" | "stochastic";

/** Declared effects; an absent one has its default: total, complete, deterministic. Kept and printed, not enforced. */
export interface Effects {
  readonly termination?: Termination;
  readonly completeness?: Completeness;
  readonly determinism?: Determinism;
}

export interface Signature {
  readonly args: readonly ArgType[];
  readonly annotation: Annotation;
  readonly effects?: Effects;
}

/** Marks a predicate whose facts come from a model. The name is a label: Strata never calls a model. */
export interface NeuralSpec {
  readonly model: string;
}

export interface PredDecl {
  readonly name: string;
  readonly sig: Signature;
  readonly neural?: NeuralSpec;
}
