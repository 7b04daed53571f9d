import type { CapabilityDescriptor } from "../contract/capability.js";

/** A vector of the query; with a model, only vectors that state that model are compared with it. */
export type QueryEmbedding = readonly number[] | { readonly model?: string; readonly vector: readonly number[] };

/** Share of the vectors' word in a blended relevance. */
const EMBEDDING_SHARE = 0.5;

/**
 * The relevance of a capability with the cosine of its vector and the query's blended in, where both sides have one of
 * equal length and model (POS-FAB-03); else the lexical relevance as it is. In [0, 1].
 */
export function blendEmbedding(
  lexical: number,
  descriptor: CapabilityDescriptor,
  query: QueryEmbedding | undefined,
): number {
  const own = descriptor.embeddingVector;
  if (own === undefined || query === undefined) return lexical;
  const { vector, model } = "vector" in query ? query : { vector: query, model: undefined };
  // POS-FAB-03: vectors of two models have nothing in common, though they may be of one length; a vector that does not
  // say whose it is can be anybody's.
  if (model !== undefined && descriptor.embeddingModel !== model) return lexical;
  if (vector.length !== own.length) return lexical;
  return (1 - EMBEDDING_SHARE) * lexical + EMBEDDING_SHARE * Math.max(0, cosine(own, vector));
}

function cosine(left: readonly number[], right: readonly number[]): number {
  let product = 0;
  let leftSquares = 0;
  let rightSquares = 0;
  for (let index = 0; index < left.length; index++) {
    const [a, b] = [left[index] as number, right[index] as number];
    product += a * b;
    leftSquares += a * a;
    rightSquares += b * b;
  }
  const norm = Math.sqrt(leftSquares * rightSquares);
  return norm > 0 && Number.isFinite(norm) ? Math.min(1, product / norm) : 0;
}
