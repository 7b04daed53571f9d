import type { LayerKind } from "../source/glyph.js";
import type { Span } from "../source/span.js";
import type { Field, Fragment, ObjectValue, StringValue } from "../syntax/value.js";

/** One `⏣N{ … }` of a layer. */
export interface Block {
  readonly ordinal: number | null;
  readonly marker: boolean;
  /** False where the braces were missing. */
  readonly wrapped: boolean;
  /** An un-keyed string that stood before the first member. */
  readonly preamble?: StringValue;
  readonly object: ObjectValue;
}

/** The tree of one layer; everything typed is a projection of its first block. */
export interface Layer {
  readonly kind: LayerKind;
  readonly span?: Span;
  readonly blocks: readonly Block[];
  readonly unplacedBlocks: readonly Block[];
  readonly unparsed: readonly Fragment[];
}

export type Trigger = "scheduled" | "threshold" | "resonance" | "seed" | "manual";
export type ResponseFormat = "temporal_node" | "natural_language" | "hybrid";
export type Tier = "raw" | "daily" | "weekly" | "monthly" | "quarterly" | "yearly";

/** How a node names its parent. `text` is the string as read and what is printed. */
export type ParentRef =
  | { readonly kind: "none" }
  | { readonly kind: "ref"; readonly id: string; readonly ordinal?: number; readonly text: string }
  | { readonly kind: "plain"; readonly id: string; readonly text: string };

/** The four dimensions of a state of mind; psi is the author's checksum, never a sum made here. */
export interface AvecView {
  readonly stability?: number;
  readonly friction?: number;
  readonly logic?: number;
  readonly autonomy?: number;
  readonly psi?: number;
  readonly extensions: readonly Field[];
}

export interface AttractorConfig {
  readonly stability?: number;
  readonly friction?: number;
  readonly logic?: number;
  readonly autonomy?: number;
  readonly extensions: readonly Field[];
}

export interface SemanticLink {
  readonly rel: string;
  readonly target: string;
  readonly confidence: number;
}

export interface Prime {
  readonly attractor_config?: AttractorConfig;
  readonly context_summary?: string;
  readonly retrieval_budget?: number;
  readonly relevant_tier?: string;
  readonly semantic_tags?: readonly string[];
  readonly extensions: readonly Field[];
}

export interface Provenance extends Layer {
  readonly kind: "provenance";
  readonly trigger?: string;
  readonly response_format?: string;
  readonly origin_session?: string;
  readonly compression_depth?: number;
  readonly parent_node?: ParentRef;
  readonly prime?: Prime;
  readonly semantic_links?: readonly SemanticLink[];
  readonly extensions: readonly Field[];
}

export interface Envelope extends Layer {
  readonly kind: "envelope";
  readonly timestamp?: string;
  readonly tier?: string;
  readonly session_id?: string;
  readonly schema_version?: string;
  readonly user_avec?: AvecView;
  readonly model_avec?: AvecView;
  readonly extensions: readonly Field[];
}

export interface Content extends Layer {
  readonly kind: "content";
  /** The fields of the first block. */
  readonly fields: readonly Field[];
}

export interface Metrics extends Layer {
  readonly kind: "metrics";
  readonly rho?: number;
  readonly kappa?: number;
  readonly psi?: number;
  readonly compression_avec?: AvecView;
  readonly extensions: readonly Field[];
}

export interface UnplacedLayer {
  readonly reason: "duplicate" | "hollow";
  readonly layer: Layer;
}

/** A node as it was read: layers in canonical order, null where one is missing, typed members only where well-typed. */
export interface SttpNode {
  readonly provenance: Provenance | null;
  readonly envelope: Envelope | null;
  readonly content: Content | null;
  readonly metrics: Metrics | null;
  readonly extensions: { readonly delta?: Layer };
  readonly unplacedLayers: readonly UnplacedLayer[];
}

type Complete<T, K extends keyof T> = T & { readonly [P in K]-?: NonNullable<T[P]> };

export type StrictAvec = Complete<AvecView, "stability" | "friction" | "logic" | "autonomy" | "psi">;
export type StrictAttractorConfig = Complete<AttractorConfig, "stability" | "friction" | "logic" | "autonomy">;

export interface StrictPrime extends Prime {
  readonly attractor_config: StrictAttractorConfig;
  readonly context_summary: string;
  readonly retrieval_budget: number;
  readonly relevant_tier: Tier;
}

/** A node whose text is strict-valid: every required member is present and every enum word is one of its set. */
export interface StrictNode extends SttpNode {
  readonly provenance: Provenance & {
    readonly trigger: Trigger;
    readonly response_format: ResponseFormat;
    readonly origin_session: string;
    readonly compression_depth: number;
    readonly parent_node: ParentRef;
    readonly prime: StrictPrime;
  };
  readonly envelope: Envelope & {
    readonly timestamp: string;
    readonly tier: Tier;
    readonly session_id: string;
    readonly user_avec: StrictAvec;
    readonly model_avec: StrictAvec;
  };
  readonly content: Content;
  readonly metrics: Metrics & {
    readonly rho: number;
    readonly kappa: number;
    readonly psi: number;
    readonly compression_avec: StrictAvec;
  };
}
