import type { PlannedOperation, StlOperation } from "../../src/contract/operation.js";

/** A plan of these operations, each step needing the one before it. */
export function planOf(...operations: StlOperation[]): PlannedOperation[] {
  return operations.map((operation, index) => ({
    id: `s${index + 1}`,
    operation,
    assignment: `${operation.toLowerCase()} part ${index + 1}`,
    dependsOn: index === 0 ? [] : [`s${index}`],
    deliverable: index === operations.length - 1,
    implied: false,
    evidence: [],
  }));
}

/** A clock that gives a new second each time it is read. */
export function tickingClock(start = Date.parse("2026-12-01T09:00:00.000Z")): () => number {
  let time = start;
  return () => {
    time += 1000;
    return time;
  };
}
