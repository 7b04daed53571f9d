import type { LoweredExpression, LoweredLiteral } from "./lowered-rule.js";

/** The slots a literal reads, left to right, repetitions included. */
export function literalSlots(literal: LoweredLiteral): readonly number[] {
  switch (literal.kind) {
    case "pos":
    case "neg":
      return literal.args;
    case "is_int":
      return [literal.value];
    case "starts_with":
      return [literal.value, literal.prefix];
    case "compare":
      return [...expressionSlots(literal.left), ...expressionSlots(literal.right)];
  }
}

export function expressionSlots(expression: LoweredExpression): readonly number[] {
  return expression.kind === "slot" ? [expression.slot] : expression.slots;
}
