import type { AggOp } from "../ir/term.js";
import type { LoweredRule } from "../lower/lowered-rule.js";
import { stop } from "./evaluation-stop.js";

/** Folds the bag of one group (STRATA-EVAL-08). */
export class BagFold {
  /** Elements seen. */
  size = 0;
  readonly #op: AggOp;
  #value = 0;
  /** The exact sum, once a partial sum has left the safe integers. */
  #exact: bigint | null = null;

  constructor(op: AggOp) {
    this.#op = op;
  }

  /** `value` is an integer; `count` looks at no value. */
  add(value: number): void {
    this.size += 1;
    switch (this.#op) {
      case "min":
        this.#value = this.size === 1 ? value : Math.min(this.#value, value);
        return;
      case "max":
        this.#value = this.size === 1 ? value : Math.max(this.#value, value);
        return;
      case "sum":
        this.#addExactly(value);
        return;
      default:
        this.#value = this.size;
    }
  }

  /** A fold that has seen one element more; this one stays as it is. */
  with(value: number): BagFold {
    const copy = new BagFold(this.#op);
    copy.size = this.size;
    copy.#value = this.#value;
    copy.#exact = this.#exact;
    copy.add(value);
    return copy;
  }

  /** Equal for folds that any further elements take to the same result. */
  key(): string {
    return String(this.#exact ?? this.#value);
  }

  /** The value of the aggregate, or NaN when the sum is out of range. */
  result(): number {
    if (this.#exact === null) return this.#value + 0;
    const sum = Number(this.#exact);
    return Number.isSafeInteger(sum) ? sum : Number.NaN;
  }

  #addExactly(value: number): void {
    if (this.#exact !== null) {
      this.#exact += BigInt(value);
      return;
    }
    const sum = this.#value + value;
    // Only the result counts: a sum may leave the safe integers and come back.
    if (Number.isSafeInteger(sum)) this.#value = sum;
    else this.#exact = BigInt(this.#value) + BigInt(value);
  }
}

/** The aggregate's value for a finished group; E2007 when it is out of range. */
export function foldedValue(rule: LoweredRule, fold: BagFold): number {
  const value = fold.result();
  if (!Number.isNaN(value)) return value;
  throw stop(2007, `/items/${rule.item}/data/head/args/${rule.aggregate!.column}`, "a sum is not a safe integer", {
    hint: "keep sums within -(2^53-1)..2^53-1",
  });
}

/** `value` as an element of the bag; E2004 when it is no integer. */
export function aggregand(rule: LoweredRule, value: number): number {
  if (!Number.isNaN(value)) return value;
  const { op, column } = rule.aggregate!;
  const path = `/items/${rule.item}/data/head/args/${column}`;
  throw stop(2004, path, `${op} needs integers, and a value is none`, { hint: "require is_int(...) in the body" });
}
