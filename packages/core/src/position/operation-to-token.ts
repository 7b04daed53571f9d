import type { StlOperation } from "../contract/operation.js";

/** The token of an operation, as JSON, headers and records carry it. */
export function operationToToken(operation: StlOperation): string {
  return operation;
}
