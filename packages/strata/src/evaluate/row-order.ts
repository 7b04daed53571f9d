import { compareValues } from "../lower/compare-values.js";
import type { ValueTable } from "../lower/value-table.js";

/** Up to this many rows a comparison of values is cheaper than ranking them first. */
const FEW_ROWS = 32;

/**
 * Row numbers in canonical order (STRATA-RES-02). Many rows are sorted by the ranks of their values: where one double
 * holds all ranks of a row beside its number, the engine sorts plain numbers.
 */
export function canonicalOrder(values: ValueTable, data: Int32Array, arity: number, rows: readonly number[]): number[] {
  if (rows.length <= FEW_ROWS) {
    return [...rows].sort((left, right) => compareRows(values, data, arity, left, right));
  }
  const ranks = rankValues(values, data, arity, rows);
  const radix = ranks.size;
  const room = radix ** arity * rows.length;
  if (room < Number.MAX_SAFE_INTEGER) return sortPacked(ranks, radix, data, arity, rows);
  const ranked = new Int32Array(rows.length * arity);
  rows.forEach((row, at) => {
    for (let column = 0; column < arity; column += 1) {
      ranked[at * arity + column] = ranks.get(data[row * arity + column]!)!;
    }
  });
  const order = Array.from(rows, (_, at) => at);
  order.sort((left, right) => {
    for (let column = 0; column < arity; column += 1) {
      const difference = ranked[left * arity + column]! - ranked[right * arity + column]!;
      if (difference !== 0) return difference;
    }
    return 0;
  });
  return order.map((at) => rows[at]!);
}

function compareRows(values: ValueTable, data: Int32Array, arity: number, left: number, right: number): number {
  for (let column = 0; column < arity; column += 1) {
    const order = compareValues(values, data[left * arity + column]!, data[right * arity + column]!);
    if (order !== 0) return order;
  }
  return 0;
}

function rankValues(
  values: ValueTable,
  data: Int32Array,
  arity: number,
  rows: readonly number[],
): ReadonlyMap<number, number> {
  const distinct = new Set<number>();
  for (const row of rows) for (let at = row * arity; at < (row + 1) * arity; at += 1) distinct.add(data[at]!);
  const sorted = [...distinct].sort((left, right) => compareValues(values, left, right));
  return new Map(sorted.map((id, rank) => [id, rank]));
}

function sortPacked(
  ranks: ReadonlyMap<number, number>,
  radix: number,
  data: Int32Array,
  arity: number,
  rows: readonly number[],
): number[] {
  const packed = new Float64Array(rows.length);
  rows.forEach((row, at) => {
    let key = 0;
    for (let column = 0; column < arity; column += 1) key = key * radix + ranks.get(data[row * arity + column]!)!;
    packed[at] = key * rows.length + at;
  });
  packed.sort();
  return Array.from(packed, (entry) => rows[entry % rows.length]!);
}
