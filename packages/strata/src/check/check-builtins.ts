import type { CompareOp, Expr, Literal, Rule } from "../ir/literal.js";
import type { Term } from "../ir/term.js";
import { type CheckContext, complain, quote } from "./check-context.js";
import { isDomainSort, type KnownSort, variableSorts } from "./variable-sorts.js";
import type { Trail } from "./walk-variables.js";

const ORDERS: ReadonlySet<CompareOp> = new Set(["lt", "le", "gt", "ge"]);

/** E2008, first part: extension literals need the pragma `builtins`, and the interchange profile has neither. */
export function checkExtension(context: CheckContext): void {
  const enabled = context.pragmas.has("builtins");
  for (const [index, item] of context.program.items.entries()) {
    if (context.profile === "interchange" && item.kind === "pragma" && item.data === "builtins") {
      complain(context, 2008, ["items", index], "the interchange profile has no builtins");
    }
    if (item.kind !== "rule" || (enabled && context.profile !== "interchange")) continue;
    const place = item.data.body.findIndex(({ kind }) => kind !== "pos" && kind !== "neg");
    if (place < 0) continue;
    const trail: Trail = ["items", index, "data", "body", place];
    const { kind } = item.data.body[place]!;
    if (context.profile === "interchange") {
      complain(context, 2008, trail, `the interchange profile has no builtins such as ${kind}`);
      continue;
    }
    // STRATA-TYP-03: off unless the program says so; one fix serves all literals, so it is said once.
    const ops = [{ kind: "add", data: { path: "/items/-", value: { kind: "pragma", data: "builtins" } } }] as const;
    complain(context, 2008, trail, `${kind} needs the pragma builtins: state @builtins.`, {
      fixes: [{ kind: "json_patch", data: { ops } }],
    });
    return;
  }
}

/** E2008, second part: operands that are known not to be integers, and divisors that are zero. */
export function checkBuiltins(context: CheckContext, rule: Rule, index: number): void {
  if (rule.body.every(({ kind }) => kind === "pos" || kind === "neg")) return;
  const sorts = variableSorts(context, rule);
  for (const [place, literal] of rule.body.entries()) {
    checkLiteral(context, literal, ["items", index, "data", "body", place, "data"], sorts);
  }
}

type Sorts = ReadonlyMap<string, KnownSort>;

function checkLiteral(context: CheckContext, literal: Literal, trail: Trail, sorts: Sorts): void {
  if (literal.kind === "starts_with") {
    for (const side of ["value", "prefix"] as const) {
      const operand = literal.data[side];
      const isInt = operand.kind === "int" || (operand.kind === "var" && sorts.get(operand.data.name)?.kind === "int");
      if (isInt) complain(context, 2008, [...trail, side], "starts_with compares symbols, and this is an integer");
    }
  } else if (literal.kind === "compare") {
    const ordered = ORDERS.has(literal.data.op);
    for (const side of ["left", "right"] as const) {
      const use = ordered ? "an order comparison" : null;
      checkOperand(context, literal.data[side], [...trail, side], use, sorts);
    }
  }
}

/** Checks an expression; `use` names what needs it to be an integer, null when nothing does. */
function checkOperand(context: CheckContext, expr: Expr, trail: Trail, use: string | null, sorts: Sorts): void {
  if (expr.kind === "arith") {
    const { op, left, right } = expr.data;
    checkOperand(context, left, [...trail, "data", "left"], "arithmetic", sorts);
    checkOperand(context, right, [...trail, "data", "right"], "arithmetic", sorts);
    if ((op === "div" || op === "mod") && right.kind === "int" && right.data.value === 0) {
      complain(context, 2008, [...trail, "data", "right"], `${op} by zero has no value`);
    }
    return;
  }
  const found = use === null ? null : nonInteger(expr, sorts);
  if (found !== null) complain(context, 2008, trail, `${use} needs integers, and this is ${found}`);
}

function nonInteger(term: Term | Expr, sorts: Sorts): string | null {
  if (term.kind === "const") return `the symbol ${quote(term.data.name)}`;
  if (term.kind === "compound") return `the compound ${quote(term.data.functor)}`;
  if (term.kind !== "var") return null;
  const sort = sorts.get(term.data.name);
  return sort !== undefined && isDomainSort(sort) ? `${quote(term.data.name)} of domain ${quote(sort.name)}` : null;
}
