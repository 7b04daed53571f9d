import { sha256Digest } from "../contract/digest.js";
import type { StlOperation } from "../contract/operation.js";
import type { OperationPlanValue } from "./headers/header-values.js";

/** Plans longer than the largest depth budget are named by their digest. */
const LISTED_OPERATIONS = 24;

/** The plan as `CRP-Agent-Operation-Plan` carries it: the operations, or the digest of the comma-joined list. */
export function operationPlanHeader(operations: readonly StlOperation[]): OperationPlanValue {
  return operations.length > LISTED_OPERATIONS
    ? { kind: "digest", data: sha256Digest(operations.join(",")) }
    : { kind: "operations", data: operations };
}
