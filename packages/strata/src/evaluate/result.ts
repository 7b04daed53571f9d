import type { Diagnostic } from "../diagnostic/diagnostic.js";
import type { Annotation } from "../ir/declaration.js";
import type { Weight } from "../ir/fact.js";
import type { QueryKind } from "../ir/program.js";
import type { Term } from "../ir/term.js";

/** One row: its values, a trop row's weight, a soft row's probability. */
export interface Row {
  readonly args: readonly Term[];
  readonly weight?: Weight;
  readonly prob?: number;
}

/** Which rows of the canonical order to give. */
export interface PageRequest {
  /** Rows to pass over; 0 by default. */
  readonly offset?: number;
  /** Most rows to give; all by default. */
  readonly limit?: number;
}

/** A part of a relation, in canonical order (STRATA-RES-02). `total` counts all its rows. */
export interface Page {
  readonly pred: string;
  readonly annotation: Annotation;
  readonly total: number;
  readonly offset: number;
  readonly rows: readonly Row[];
}

/** The rows that match a query item of the program. */
export interface Answer {
  readonly item: number;
  readonly kind: QueryKind;
  readonly total: number;
  readonly offset: number;
  readonly rows: readonly Row[];
}

/** The result of an evaluation as data (STRATA-RES-01); its JSON comes from `resultToJson`. */
export interface Result {
  readonly irVersion: string;
  readonly outcome:
    | {
        readonly kind: "evaluated";
        readonly data: {
          /** False when derivations were dropped at the term-depth bound. */
          readonly complete: boolean;
          readonly dropped: number;
          readonly numStrata: number;
          readonly strata: readonly { readonly pred: string; readonly stratum: number }[];
          readonly relations: readonly Page[];
          readonly answers: readonly Answer[];
          readonly diagnostics: readonly Diagnostic[];
        };
      }
    | { readonly kind: "refused"; readonly data: { readonly diagnostics: readonly Diagnostic[] } };
}
