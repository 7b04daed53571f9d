import type { LoweredRule } from "../lower/lowered-rule.js";
import type { ValueTable } from "../lower/value-table.js";

/**
 * Binds the variables of a rule's head to a row, aggregates aside. Null when the head does not match the row; otherwise
 * the frame to join the body from.
 */
export function bindHead(
  rule: LoweredRule,
  values: ValueTable,
  data: Int32Array,
  start: number,
): Int32Array<ArrayBuffer> | null {
  const frame = new Int32Array(rule.template);
  const bound = new Set<number>();
  const pending: [slot: number, id: number][] = [];
  rule.head.args.forEach((slot, column) => {
    if (slot >= 0) pending.push([slot, data[start + column]!]);
  });
  while (pending.length > 0) {
    const [slot, id] = pending.pop()!;
    const compound = rule.compounds.get(slot);
    if (compound !== undefined) {
      if (!values.isCompound(id) || values.functor(id) !== compound.functor) return null;
      const args = values.args(id);
      if (args.length !== compound.args.length) return null;
      compound.args.forEach((arg, at) => {
        pending.push([arg, args[at]!]);
      });
    } else if (slot >= rule.variableCount || bound.has(slot)) {
      if (frame[slot] !== id) return null;
    } else {
      frame[slot] = id;
      bound.add(slot);
    }
  }
  return frame;
}
