import type { ArithOp, CompareOp, Expr, Literal } from "../ir/literal.js";
import type { Atom, Term } from "../ir/term.js";
import { ARITHMETIC, COMPARISONS, RESERVED } from "./words.js";

const OPERATORS = new Map(
  [...ARITHMETIC].map(([text, { op, level }]) => [op, { text, level }] as const),
) as ReadonlyMap<ArithOp, { readonly text: string; readonly level: 1 | 2 }>;
const RELATIONS = new Map([...COMPARISONS].map(([text, op]) => [op, text])) as ReadonlyMap<CompareOp, string>;

/** A name: bare where that reads back as the same name, else a JSON string. */
export function printName(name: string): string {
  return /^[a-z][A-Za-z0-9_]*$/.test(name) && !RESERVED.has(name) ? name : JSON.stringify(name);
}

/** A variable: bare where that reads back as the same variable, else `$` and a JSON string. */
export function printVariable(name: string): string {
  return /^[A-Z_][A-Za-z0-9_]*$/.test(name) && !RESERVED.has(name) ? name : `$${JSON.stringify(name)}`;
}

/** A term as the text syntax writes it. */
export function printTerm(term: Term): string {
  switch (term.kind) {
    case "var":
      return printVariable(term.data.name);
    case "const":
      return printName(term.data.name);
    case "int":
      return String(term.data.value);
    case "agg":
      return `${term.data.op}<${printVariable(term.data.var)}>`;
    case "compound":
      return `${printName(term.data.functor)}(${term.data.args.map(printTerm).join(", ")})`;
  }
}

/** An atom as the text syntax writes it. */
export function printAtom(atom: Atom): string {
  return `${printName(atom.pred)}(${atom.args.map(printTerm).join(", ")})`;
}

/** An expression, with parentheses where its tree needs them. */
function printExpr(expr: Expr): string {
  if (expr.kind !== "arith") return printTerm(expr);
  const { text, level } = OPERATORS.get(expr.data.op)!;
  const { left, right } = expr.data;
  // Operators group to the left: an equal level on the right needs parentheses, on the left it does not.
  return `${wrapped(left, level)} ${text} ${wrapped(right, level + 1)}`;
}

function wrapped(expr: Expr, least: number): string {
  const printed = printExpr(expr);
  return expr.kind === "arith" && OPERATORS.get(expr.data.op)!.level < least ? `(${printed})` : printed;
}

/** A body literal as the text syntax writes it. */
export function printLiteral(literal: Literal): string {
  switch (literal.kind) {
    case "pos":
      return printAtom(literal.data);
    case "neg":
      return `not ${printAtom(literal.data)}`;
    case "compare":
      return `${printExpr(literal.data.left)} ${RELATIONS.get(literal.data.op)} ${printExpr(literal.data.right)}`;
    case "starts_with": {
      const { value, prefix, negated } = literal.data;
      return `${negated ? "not " : ""}starts_with(${printTerm(value)}, ${printTerm(prefix)})`;
    }
    case "is_int":
      return `${literal.data.negated ? "not " : ""}is_int(${printTerm(literal.data.value)})`;
  }
}
