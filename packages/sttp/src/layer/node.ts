import type { LayerKind } from "../source/glyph.js";
import type { Span } from "../source/span.js";
import type { Field, Fragment, ObjectValue, StringValue } from "../syntax/value.js";

/** One `⏣N{ … }` of a layer. */
export interface Block {
  /** The digits behind `⏣`, 0 to 999 999 999; null where there are none. */
  readonly ordinal: number | null;
  /** Whether there was a `⏣`. */
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
  /** In source order. */
  readonly blocks: readonly Block[];
  /** Blocks that stood inside another, and members behind the closed block. */
  readonly unplacedBlocks: readonly Block[];
  /** Text beside the blocks that could not be read. */
  readonly unparsed: readonly Fragment[];
}

/** A word that strict text may have as `trigger`; `triggers` lists them (STTP-S3-01). */
export type Trigger = "scheduled" | "threshold" | "resonance" | "seed" | "manual";
/** A word that strict text may have as `response_format`; `responseFormats` lists them (STTP-S3-01). */
export type ResponseFormat = "temporal_node" | "natural_language" | "hybrid";
/** A word that strict text may have as `tier` or `relevant_tier`; `tiers` lists them (STTP-S3-01). */
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

/**
 * The four dimensions of `prime`, usually 0…1; each is absent unless it is a number. Other keys, psi too, are in
 * `extensions`.
 */
export interface AttractorConfig {
  readonly stability?: number;
  readonly friction?: number;
  readonly logic?: number;
  readonly autonomy?: number;
  readonly extensions: readonly Field[];
}

/**
 * An item of `semantic_links`, which is typed only if each item has exactly these members. No range is asked of
 * `confidence`.
 */
export interface SemanticLink {
  readonly rel: string;
  readonly target: string;
  readonly confidence: number;
}

/** The object `prime` of a node's provenance. Members are absent unless well-typed (STTP-A-01). */
export interface Prime {
  readonly attractor_config?: AttractorConfig;
  readonly context_summary?: string;
  /** An integer, usually at least 0. */
  readonly retrieval_budget?: number;
  /** A word of `tiers`, or the string as read where it is none of them. */
  readonly relevant_tier?: string;
  readonly semantic_tags?: readonly string[];
  /** Keys the schema does not know, and optional ones of the wrong shape. */
  readonly extensions: readonly Field[];
}

/** Layer ⊕: where a node comes from. Members are absent unless well-typed (STTP-A-01). */
export interface Provenance extends Layer {
  readonly kind: "provenance";
  /** A word of `triggers`, or the string as read where it is none of them. */
  readonly trigger?: string;
  /** A word of `responseFormats`, or the string as read where it is none of them. */
  readonly response_format?: string;
  readonly origin_session?: string;
  /** An integer, usually at least 0. */
  readonly compression_depth?: number;
  readonly parent_node?: ParentRef;
  readonly prime?: Prime;
  readonly semantic_links?: readonly SemanticLink[];
  /** Keys the schema does not know, and optional ones of the wrong shape. */
  readonly extensions: readonly Field[];
}

/**
 * Layer ⦿: when a node was written, in which session, and both states of mind. Members are absent unless well-typed
 * (STTP-A-01).
 */
export interface Envelope extends Layer {
  readonly kind: "envelope";
  /** ISO 8601 with seconds and `Z` or an offset, as read (STTP-S3-05). */
  readonly timestamp?: string;
  /** A word of `tiers`, or the string as read where it is none of them. */
  readonly tier?: string;
  readonly session_id?: string;
  readonly schema_version?: string;
  readonly user_avec?: AvecView;
  readonly model_avec?: AvecView;
  /** Keys the schema does not know. */
  readonly extensions: readonly Field[];
}

/** Layer ◈: what a node says. */
export interface Content extends Layer {
  readonly kind: "content";
  /** The fields of the first block. */
  readonly fields: readonly Field[];
}

/**
 * Layer ⍉: the author's figures, as written; nothing here is computed. Members are absent unless well-typed
 * (STTP-A-01).
 */
export interface Metrics extends Layer {
  readonly kind: "metrics";
  /** Usually 0…1, as is `kappa`. */
  readonly rho?: number;
  readonly kappa?: number;
  /** As written; compared with the sum of `compression_avec`, never replaced by it (STTP-M-02). */
  readonly psi?: number;
  readonly compression_avec?: AvecView;
  /** Keys the schema does not know. */
  readonly extensions: readonly Field[];
}

/** A layer that is kept and is none of the node's: a repeated one (`duplicate`), or one without a block (`hollow`). */
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
  /** The layer ◬, which strict text has not (STTP-X-13). */
  readonly extensions: { readonly delta?: Layer };
  /** In source order. */
  readonly unplacedLayers: readonly UnplacedLayer[];
}

type Complete<T, K extends keyof T> = T & { readonly [P in K]-?: NonNullable<T[P]> };

/** An AVEC with all five numbers. */
export type StrictAvec = Complete<AvecView, "stability" | "friction" | "logic" | "autonomy" | "psi">;
/** An attractor with all four numbers. */
export type StrictAttractorConfig = Complete<AttractorConfig, "stability" | "friction" | "logic" | "autonomy">;

/** A prime with all that is required of it. */
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
