import type { Fix, PatchOp } from "../diagnostic/diagnostic.js";
import { jsonPointer } from "../diagnostic/pointer.js";
import type { Rule } from "../ir/literal.js";
import { type CheckContext, complain, quote } from "./check-context.js";
import { type Trail, type VisitVariable, walkArguments, walkLiteral } from "./walk-variables.js";

interface Use {
  count: number;
  readonly trail: Trail;
  readonly field: "name" | "var";
}

/** E0010: a bound variable that occurs once in its rule is a misspelling, or wants a name that begins with `_`. */
export function warnSingleUse(context: CheckContext, rule: Rule, index: number, bound: ReadonlySet<string>): void {
  const uses = new Map<string, Use>();
  const visit: VisitVariable = (name, trail, field) => {
    const known = uses.get(name);
    if (known === undefined) uses.set(name, { count: 1, trail: [...trail], field });
    else known.count += 1;
  };
  const base: Trail = ["items", index, "data"];
  walkArguments(rule.head.args, [...base, "head"], visit);
  for (const [place, literal] of rule.body.entries()) walkLiteral(literal, [...base, "body", place], visit);
  for (const [name, { count, trail, field }] of uses) {
    // An unbound one is an error already, which another name would not mend.
    if (count > 1 || name.startsWith("_") || !bound.has(name)) continue;
    const fresh = freshName(name, uses);
    complain(context, 10, trail, `the variable ${quote(name)} occurs once: name it ${quote(fresh)} if that is meant`, {
      fixes: [rename(trail, field, fresh)],
    });
  }
}

function freshName(name: string, uses: ReadonlyMap<string, Use>): string {
  let fresh = `_${name}`;
  for (let suffix = 2; uses.has(fresh); suffix += 1) fresh = `_${name}${suffix}`;
  return fresh;
}

function rename(trail: Trail, field: string, value: string): Fix {
  const ops: PatchOp[] = [{ kind: "replace", data: { path: jsonPointer([...trail, "data", field]), value } }];
  return { kind: "json_patch", data: { ops } };
}
