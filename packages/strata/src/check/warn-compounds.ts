import type { Expr, Rule } from "../ir/literal.js";
import type { Item } from "../ir/program.js";
import type { Term } from "../ir/term.js";
import { type CheckContext, complain } from "./check-context.js";
import { builtinOperands, type Trail } from "./walk-variables.js";

/** E2017: compound terms without the pragma `terms`; said once, since one pragma mends all. */
export function warnCompounds(context: CheckContext): void {
  if (context.pragmas.has("terms")) return;
  for (const [index, item] of context.program.items.entries()) {
    const trail = firstCompound(item, ["items", index, "data"]);
    if (trail === null) continue;
    const ops = [{ kind: "add", data: { path: "/items/-", value: { kind: "pragma", data: "terms" } } }] as const;
    complain(context, 2017, trail, "a compound term without the pragma terms: state @terms.", {
      fixes: [{ kind: "json_patch", data: { ops } }],
    });
    return;
  }
}

function firstCompound(item: Item, trail: Trail): Trail | null {
  if (item.kind === "fact" || item.kind === "query") return inArguments(item.data.atom.args, [...trail, "atom"]);
  return item.kind === "rule" ? inRule(item.data, trail) : null;
}

function inRule(rule: Rule, trail: Trail): Trail | null {
  const head = inArguments(rule.head.args, [...trail, "head"]);
  if (head !== null) return head;
  for (const [place, literal] of rule.body.entries()) {
    const at: Trail = [...trail, "body", place, "data"];
    if (literal.kind === "pos" || literal.kind === "neg") {
      const found = inArguments(literal.data.args, at);
      if (found !== null) return found;
      continue;
    }
    for (const [side, operand] of builtinOperands(literal)) {
      const found = inExpression(operand, [...at, side]);
      if (found !== null) return found;
    }
  }
  return null;
}

function inArguments(args: readonly Term[], trail: Trail): Trail | null {
  const column = args.findIndex(({ kind }) => kind === "compound");
  return column < 0 ? null : [...trail, "args", column];
}

function inExpression(expr: Term | Expr, trail: Trail): Trail | null {
  if (expr.kind === "compound") return trail;
  if (expr.kind !== "arith") return null;
  return (
    inExpression(expr.data.left, [...trail, "data", "left"]) ??
    inExpression(expr.data.right, [...trail, "data", "right"])
  );
}
