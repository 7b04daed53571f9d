import type { Expr, Literal } from "../ir/literal.js";
import type { Atom, Term } from "../ir/term.js";

/** The term a variable stands for; undefined leaves it as it is. */
export type Substitution = (variable: string) => Term | undefined;

export function substituteTerm(term: Term, value: Substitution): Term {
  if (term.kind === "var") return value(term.data.name) ?? term;
  if (term.kind !== "compound") return term;
  return {
    kind: "compound",
    data: { functor: term.data.functor, args: term.data.args.map((arg) => substituteTerm(arg, value)) },
  };
}

export function substituteAtom(atom: Atom, value: Substitution): Atom {
  return { pred: atom.pred, args: atom.args.map((arg) => substituteTerm(arg, value)) };
}

/** The literal with values in place of its variables. */
export function substituteLiteral(literal: Literal, value: Substitution): Literal {
  switch (literal.kind) {
    case "pos":
    case "neg":
      return { kind: literal.kind, data: substituteAtom(literal.data, value) };
    case "compare": {
      const { op, left, right } = literal.data;
      return { kind: "compare", data: { op, left: substituteExpr(left, value), right: substituteExpr(right, value) } };
    }
    case "starts_with": {
      const { value: text, prefix, ...rest } = literal.data;
      const data = { value: substituteTerm(text, value), prefix: substituteTerm(prefix, value), ...rest };
      return { kind: "starts_with", data };
    }
    case "is_int":
      return { kind: "is_int", data: { ...literal.data, value: substituteTerm(literal.data.value, value) } };
  }
}

function substituteExpr(expr: Expr, value: Substitution): Expr {
  if (expr.kind === "arith") {
    const { op, left, right } = expr.data;
    return { kind: "arith", data: { op, left: substituteExpr(left, value), right: substituteExpr(right, value) } };
  }
  const term = substituteTerm(expr, value);
  if (term.kind === "agg") throw new Error("an aggregate is no value");
  return term;
}
