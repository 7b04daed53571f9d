import type { CognitiveStateData } from "../contract/state.js";
import { clipText } from "./clip-text.js";

/** Bytes of text a relayed state may bring along before old texts are shortened. */
const RELAY_TEXT_LIMIT = 256 * 1024;
/** Tokens that are left of an old text. */
const SHORTENED_TOKENS = 32;

/**
 * Shortens the oldest texts of a state until what it brings along is within the limit: statements of tools and steps
 * first (the record holds them in full), then rationales of decisions.
 */
export function boundRelay(state: CognitiveStateData): CognitiveStateData {
  let excess = textBytes(state) - RELAY_TEXT_LIMIT;
  if (excess <= 0) return state;
  const shorten = (text: string): string => {
    if (excess <= 0) return text;
    const short = clipText(text, SHORTENED_TOKENS);
    excess -= text.length - short.length;
    return short;
  };
  // POS-CSO-09: a session of any length stays small; ids, references and the graph are never dropped.
  const establishedFacts = state.establishedFacts.map((fact) =>
    fact.provenance === "TOOL" || fact.provenance === "DERIVED"
      ? { ...fact, statement: shorten(fact.statement) }
      : fact,
  );
  const decisions = state.decisions.map((decision) => ({ ...decision, rationale: shorten(decision.rationale) }));
  return { ...state, establishedFacts, decisions };
}

function textBytes(state: CognitiveStateData): number {
  let bytes = 0;
  for (const fact of state.establishedFacts) bytes += fact.statement.length;
  for (const decision of state.decisions) bytes += decision.rationale.length;
  return bytes;
}
