import type { ValueTable } from "./value-table.js";

/**
 * Canonical order of values (STRATA-EVAL-01): symbols by code point, then integers by value, then compounds by functor,
 * arity and arguments. Negative when `left` comes first.
 */
export function compareValues(table: ValueTable, left: number, right: number): number {
  // Pairs still to compare, first on top: deep terms must not exhaust the call stack.
  const pending = [left, right];
  while (pending.length > 0) {
    const second = pending.pop()!;
    const first = pending.pop()!;
    if (first === second) continue;
    const rank = sortRank(table, first) - sortRank(table, second);
    if (rank !== 0) return rank;
    const name = table.symbolName(first);
    if (name !== null) return compareCodePoints(name, table.symbolName(second)!);
    if (!table.isCompound(first)) return table.integerValue(first) - table.integerValue(second);
    const order = compareShapes(table, first, second);
    if (order !== 0) return order;
    const firstArgs = table.args(first);
    const secondArgs = table.args(second);
    for (let at = firstArgs.length - 1; at >= 0; at -= 1) pending.push(firstArgs[at]!, secondArgs[at]!);
  }
  return 0;
}

function sortRank(table: ValueTable, id: number): number {
  if (table.isInteger(id)) return 1;
  return table.isCompound(id) ? 2 : 0;
}

function compareShapes(table: ValueTable, left: number, right: number): number {
  const functor = compareCodePoints(table.symbolName(table.functor(left))!, table.symbolName(table.functor(right))!);
  return functor !== 0 ? functor : table.args(left).length - table.args(right).length;
}

/** Orders strings by code point; JavaScript's own order is by UTF-16 unit and puts U+1F600 before U+FFFD. */
export function compareCodePoints(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at += 1) {
    const first = left.charCodeAt(at);
    const second = right.charCodeAt(at);
    // STRATA-EVAL-01: surrogates stand for the code points above U+FFFF, so they move behind the rest of the plane.
    if (first !== second) return surrogatesLast(first) - surrogatesLast(second);
  }
  return left.length - right.length;
}

function surrogatesLast(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit >= 0xe000 ? unit - 0x800 : unit + 0x2000;
}
