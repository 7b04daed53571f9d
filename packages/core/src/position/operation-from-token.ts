import { STL_OPERATIONS, type StlOperation } from "../contract/operation.js";

const SYNONYMS: ReadonlyMap<string, StlOperation> = new Map<string, StlOperation>([
  ...STL_OPERATIONS.map((operation): [string, StlOperation] => [operation, operation]),
  ["EVALUATE", "VERIFY"],
  ["ASSESS", "VERIFY"],
  ["EXTRACT", "RETRIEVE"],
  ["ANALYZE", "ANALYSE"],
  ["SYNTHESIZE", "SYNTHESISE"],
  ["SUMMARISE", "SYNTHESISE"],
]);

/** The operation a token names; trims and ignores case. Null for anything unknown, empty or no string. */
// POS-SYM-01: synonyms of the seed map to their operation
export function operationFromToken(token: unknown): StlOperation | null {
  if (typeof token !== "string") return null;
  return SYNONYMS.get(token.trim().toUpperCase()) ?? null;
}
