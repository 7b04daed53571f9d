/**
 * Weights of what speaks for a capability, fitted by logistic regression over the whole catalogue to the labelled
 * queries that may be read (`bench/quality/selection.mjs` says which and measures both parts). Only their proportions
 * matter.
 */
export const RANK_WEIGHTS = {
  /** Field-weighted BM25 of the query's stems ÷ what they could attain (POS-FAB-03). */
  terms: 13.5,
  /** Cosine of letter sequences. */
  letters: 12.5,
  /** Stems the descriptor lacks but for another word of the same concept ÷ what the stems could attain. */
  concepts: 8,
  /** Share of the id's concepts that the query speaks of. */
  idConcepts: 2.3,
  /** Share of the argument names that the query mentions. */
  argumentNames: 1.4,
  /** Share of the kinds of values in the query that some argument takes. */
  kinds: 1.95,
  /** Share of the required arguments whose kind of value stands in the query. */
  filled: 1.1,
  /** Share of the arguments with listed values of which one stands in the query. */
  enums: 2,
  /** What a stem that no descriptor has counts for in the attainable: names and values are no fault of a tool. */
  unknown: 0.1,
  /** Relevance falls off with this power of the evidence: near-duplicates differ in little. */
  power: 2.5,
};

/**
 * Whether a request has to do with any capability at all is another question than which is the best: it is asked of
 * plain counts, in which a word that no capability knows weighs as much as one that many know; values (names, times)
 * that none knows are left out, as they ask for nothing. Fitted to the readable
 * labelled queries on the one hand and, on the other, to requests that need no tool before ten random tools.
 */
export const GROUNDS = {
  /** Share of the query's stems that the capability has. */
  had: 3,
  /** Share of those it has another word for: people ask how warm it is, and tools speak of the weather. */
  related: 1.5,
  /** Cosine of letter sequences. */
  letters: 2,
  /** Up to here no capability has to do with the request, from there on one surely has. */
  none: 0.78,
  enough: 0.82,
};
