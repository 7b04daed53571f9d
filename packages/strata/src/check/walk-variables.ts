import type { Expr, Literal } from "../ir/literal.js";
import type { Term } from "../ir/term.js";

/** Segments of the JSON Pointer of what is being visited. It is changed as the walk goes on: copy it to keep it. */
export type Trail = (string | number)[];

/** Called per occurrence. `field` is where the name stands below the trail: `name` of a var, `var` of an aggregate. */
export type VisitVariable = (name: string, trail: Trail, field: "name" | "var") => void;

/** Visits the variables of a term or expression in written order. Depth is bounded by the nesting budget. */
export function walkVariables(term: Term | Expr, trail: Trail, visit: VisitVariable): void {
  switch (term.kind) {
    case "var":
      visit(term.data.name, trail, "name");
      return;
    case "agg":
      visit(term.data.var, trail, "var");
      return;
    case "compound":
      trail.push("data");
      walkArguments(term.data.args, trail, visit);
      trail.pop();
      return;
    case "arith":
      for (const side of ["left", "right"] as const) {
        trail.push("data", side);
        walkVariables(term.data[side], trail, visit);
        trail.length -= 2;
      }
      return;
    default:
  }
}

/** Visits the variables of an argument list; the trail leads to the object that has `args`. */
export function walkArguments(args: readonly Term[], trail: Trail, visit: VisitVariable): void {
  trail.push("args", 0);
  for (const [index, term] of args.entries()) {
    if (term.kind === "const" || term.kind === "int") continue;
    trail[trail.length - 1] = index;
    walkVariables(term, trail, visit);
  }
  trail.length -= 2;
}

/** Visits the variables of a body literal; the trail leads to the literal. */
export function walkLiteral(literal: Literal, trail: Trail, visit: VisitVariable): void {
  trail.push("data");
  if (literal.kind === "pos" || literal.kind === "neg") {
    walkArguments(literal.data.args, trail, visit);
  } else {
    for (const [side, expr] of builtinOperands(literal)) {
      trail.push(side);
      walkVariables(expr, trail, visit);
      trail.pop();
    }
  }
  trail.pop();
}

/** The operands of a builtin literal with the fields they stand in. */
export function builtinOperands(literal: Literal): readonly (readonly [string, Term | Expr])[] {
  switch (literal.kind) {
    case "compare":
      return [
        ["left", literal.data.left],
        ["right", literal.data.right],
      ];
    case "starts_with":
      return [
        ["value", literal.data.value],
        ["prefix", literal.data.prefix],
      ];
    case "is_int":
      return [["value", literal.data.value]];
    default:
      return [];
  }
}
