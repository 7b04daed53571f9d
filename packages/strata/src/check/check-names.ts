import type { DiagnosticExtras } from "../diagnostic/make-diagnostic.js";
import { nearestName } from "../diagnostic/nearest-name.js";
import { jsonPointer } from "../diagnostic/pointer.js";
import type { Item } from "../ir/program.js";
import type { Atom } from "../ir/term.js";
import { type CheckContext, complain, quote } from "./check-context.js";
import type { Trail } from "./walk-variables.js";

/** Every use of a predicate: it is declared (E1001), has its columns (E1005) and is the program's to state (E2018). */
export function checkNames(context: CheckContext): void {
  const undeclared = new Set<string>();
  for (const [index, item] of context.program.items.entries()) {
    for (const { atom, trail } of atomsOf(item, index)) checkUse(context, atom, trail, undeclared);
    if (item.kind === "input") {
      const trail: Trail = ["items", index, "data"];
      const id = context.predicateIds.get(item.data.pred);
      if (id === undefined) reportUndeclared(context, item.data.pred, null, trail, undeclared);
    }
    checkReserved(context, item, index);
  }
}

interface PlacedAtom {
  readonly atom: Atom;
  readonly trail: Trail;
}

/** The atoms of an item with the trails that lead to them. */
function atomsOf(item: Item, index: number): PlacedAtom[] {
  if (item.kind === "fact" || item.kind === "query") {
    return [{ atom: item.data.atom, trail: ["items", index, "data", "atom"] }];
  }
  if (item.kind !== "rule") return [];
  const atoms: PlacedAtom[] = [{ atom: item.data.head, trail: ["items", index, "data", "head"] }];
  for (const [place, literal] of item.data.body.entries()) {
    if (literal.kind !== "pos" && literal.kind !== "neg") continue;
    atoms.push({ atom: literal.data, trail: ["items", index, "data", "body", place, "data"] });
  }
  return atoms;
}

function checkUse(context: CheckContext, atom: Atom, trail: Trail, undeclared: Set<string>): void {
  const id = context.predicateIds.get(atom.pred);
  if (id === undefined) {
    reportUndeclared(context, atom.pred, atom.args.length, trail, undeclared);
    return;
  }
  const columns = context.predicates[id]!.argTypes.length;
  if (columns === atom.args.length) return;
  complain(
    context,
    1005,
    trail,
    `${quote(atom.pred)} takes ${count(columns)}, but ${atom.args.length === 0 ? "none is" : `${atom.args.length} are`} given`,
  );
}

function count(columns: number): string {
  if (columns === 0) return "no arguments";
  return columns === 1 ? "1 argument" : `${columns} arguments`;
}

function reportUndeclared(
  context: CheckContext,
  name: string,
  arity: number | null,
  trail: Trail,
  undeclared: Set<string>,
): void {
  if (undeclared.has(name)) return;
  undeclared.add(name);
  const extras = context.report.full ? {} : nameHint(context, name, arity, trail);
  complain(context, 1001, [...trail, "pred"], `there is no predicate ${quote(name)}: declare it with pred`, extras);
}

function nameHint(context: CheckContext, name: string, arity: number | null, trail: Trail): DiagnosticExtras {
  const near = nearestName(name, context.predicateIds.keys());
  if (near === null) return {};
  const found = context.predicates[context.predicateIds.get(near.name)!]!;
  // Certain only when nothing else is as near and the columns fit.
  const certain = near.unique && arity !== null && found.argTypes.length === arity;
  const ops = [{ kind: "replace", data: { path: jsonPointer([...trail, "pred"]), value: near.name } }] as const;
  return {
    hint: `did you mean ${quote(near.name)}?`,
    ...(certain ? { fixes: [{ kind: "json_patch", data: { ops } }] } : {}),
  };
}

function checkReserved(context: CheckContext, item: Item, index: number): void {
  const [name, path, verb] =
    item.kind === "rule"
      ? [item.data.head.pred, "head", "derived"]
      : item.kind === "fact"
        ? [item.data.atom.pred, "atom", "stated"]
        : item.kind === "input"
          ? [item.data.pred, "pred", "read from an input"]
          : [null, "", ""];
  if (name === null) return;
  const id = context.predicateIds.get(name);
  if (id === undefined || !context.predicates[id]!.reserved) return;
  // STRATA-POL-04: what the host alone knows, a program must not be able to claim.
  complain(
    context,
    2018,
    ["items", index, "data", path],
    `${quote(name)} is supplied by the host and cannot be ${verb} here: derive a predicate of your own`,
  );
}
