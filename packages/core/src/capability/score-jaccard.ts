import type { CapabilityDescriptor, ScoreParts } from "../contract/capability.js";

/** The word sets of one query, made once. */
export type JaccardQuery = ReadonlySet<string>;

/** Lower-cased words of a text, stop words kept. */
export function jaccardQuery(text: string): JaccardQuery {
  return new Set(text.toLowerCase().match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []);
}

/**
 * The parts of the baseline ranking (POS-FAB-11): overlap of the word sets of query and description, share of intents
 * that equal a query word, 1 when no argument is required. Kept to be measured against.
 */
export function scoreJaccard(query: JaccardQuery, descriptor: CapabilityDescriptor): Omit<ScoreParts, "cost"> {
  const words = jaccardQuery(descriptor.metadata?.description ?? "");
  let shared = 0;
  for (const word of query) if (words.has(word)) shared++;
  const intents = descriptor.servesIntents ?? [];
  const matched = intents.filter((intent) => query.has(intent.toLowerCase())).length;
  const required = descriptor.inputSchema.required;
  return {
    relevance: shared === 0 ? 0 : shared / (query.size + words.size - shared),
    intent: intents.length === 0 ? 0 : matched / intents.length,
    schema: Array.isArray(required) && required.length > 0 ? 0 : 1,
  };
}
