import type { Passage } from "../frame/passage.js";

export const UNIT_KINDS = ["sentence", "item", "row", "entry", "pair", "heading"] as const;
/** What a unit is in its document; a pair is a line `key: value`, an entry one of a log. */
export type UnitKind = (typeof UNIT_KINDS)[number];

/** The smallest piece that is stated as a whole. `text` stands verbatim in the passage, white space aside. */
export interface Unit {
  readonly text: string;
  readonly kind: UnitKind;
  readonly passage: Passage;
  /** Headings above it, from the outermost in. */
  readonly headings: readonly string[];
  /** What introduces it: the sentence before a list; empty: nothing does. */
  readonly lead: string;
  /** Names of the columns, for a row; of the members above, for a pair. */
  readonly labels: readonly string[];
  /** The values of a row, one for each column; empty for anything else. */
  readonly cells: readonly string[];
  /** The line that names the columns of a row, verbatim; empty for anything else. */
  readonly columns: string;
  /** Units of one paragraph, list or table have the same number within their passage. */
  readonly block: number;
}
