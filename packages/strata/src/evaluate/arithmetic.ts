import { ARITHMETIC } from "../lower/lowered-rule.js";
import { POISON, type ValueTable } from "../lower/value-table.js";

/** Why an expression has no value. */
export type ArithmeticFailure = "not_an_integer" | "zero_divisor" | "out_of_range";

/** Computes arithmetic programs over the slots of a frame (STRATA-EVAL-09). One object computes one at a time. */
export class Arithmetic {
  /** Set when the last result was NaN: what went wrong, or null when an operand itself had no value. */
  failure: ArithmeticFailure | null = null;
  readonly #values: ValueTable;
  readonly #stack: number[] = [];

  constructor(values: ValueTable) {
    this.#values = values;
  }

  /** The result, or NaN with {@link failure}. */
  compute(code: readonly number[], frame: Int32Array): number {
    const stack = this.#stack;
    stack.length = 0;
    for (const instruction of code) {
      if (instruction >= 0) {
        const value = this.integer(frame[instruction]!);
        if (Number.isNaN(value)) return Number.NaN;
        stack.push(value);
        continue;
      }
      const right = stack.pop()!;
      const left = stack.pop()!;
      const result = this.#apply(instruction, left, right);
      if (Number.isNaN(result)) return Number.NaN;
      stack.push(result);
    }
    return stack[0]!;
  }

  /** The integer an id stands for, or NaN with {@link failure}. */
  integer(id: number): number {
    if ((id & 1) === 1) return id >> 1;
    if (id < 0) {
      this.failure = id === POISON ? null : "not_an_integer";
      return Number.NaN;
    }
    const value = this.#values.integerValue(id);
    if (Number.isNaN(value)) this.failure = "not_an_integer";
    return value;
  }

  #apply(instruction: number, left: number, right: number): number {
    let result: number;
    switch (instruction) {
      case ARITHMETIC.add:
        result = left + right;
        break;
      case ARITHMETIC.sub:
        result = left - right;
        break;
      case ARITHMETIC.mul:
        result = left * right;
        break;
      default:
        if (right === 0) {
          this.failure = "zero_divisor";
          return Number.NaN;
        }
        // STRATA-EVAL-09: exact truncation; the plain quotient of large integers could round up.
        result = instruction === ARITHMETIC.div ? (left - (left % right)) / right : left % right;
    }
    if (!Number.isSafeInteger(result)) {
      this.failure = "out_of_range";
      return Number.NaN;
    }
    // Zero has one form: -0 must not become a second one.
    return result + 0;
  }
}
