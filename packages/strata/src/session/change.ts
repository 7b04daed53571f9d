import type { Relation } from "../evaluate/relation.js";

/** How a relation changed in a commit. */
export interface Change {
  /** Rows of the relation before: gone, or heavier now. */
  readonly removed: Int32Array;
  /** Rows of the relation after: new, or of another weight. */
  readonly added: Int32Array;
}

/** Compares two relations row by row. */
export function changeBetween(before: Relation, after: Relation): Change {
  const removed: number[] = [];
  const added: number[] = [];
  const tuple = new Int32Array(before.arity);
  for (let row = 0; row < before.count; row += 1) {
    copyRow(before, row, tuple);
    const now = rowOf(after, tuple);
    if (now < 0 || (before.annotations !== null && after.annotations![now]! > before.annotations[row]!)) {
      removed.push(row);
    }
  }
  for (let row = 0; row < after.count; row += 1) {
    copyRow(after, row, tuple);
    const then = rowOf(before, tuple);
    if (then < 0 || (after.annotations !== null && before.annotations![then] !== after.annotations[row])) {
      added.push(row);
    }
  }
  return { removed: Int32Array.from(removed), added: Int32Array.from(added) };
}

/** The rows that a relation has beyond, or heavier or lighter than, the one it grew out of row by row. */
export function growthOf(before: Relation, after: Relation): Change {
  const added: number[] = [];
  if (before.annotations !== null) {
    for (let row = 0; row < before.count; row += 1) {
      if (before.annotations[row] !== after.annotations![row]) added.push(row);
    }
  }
  for (let row = before.count; row < after.count; row += 1) added.push(row);
  return { removed: new Int32Array(0), added: Int32Array.from(added) };
}

export function isChange({ removed, added }: Change): boolean {
  return removed.length + added.length > 0;
}

export function copyRow(relation: Relation, row: number, into: Int32Array): void {
  const start = row * relation.arity;
  for (let column = 0; column < relation.arity; column += 1) into[column] = relation.data[start + column]!;
}

/** The row equal to `tuple` that the relation itself has, or -1. */
export function rowOf(relation: Relation, tuple: Int32Array): number {
  const row = relation.find(tuple);
  return row < relation.count ? row : -1;
}
