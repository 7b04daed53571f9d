import { matchesRow } from "../evaluate/match-atom.js";
import { canonicalOrder } from "../evaluate/row-order.js";
import type { Atom, Term } from "../ir/term.js";
import type { ExplanationContext } from "./explanation-context.js";

/** Rows a failure shows. */
const SHOWN = 3;

/** Up to 3 rows of the atom's predicate that agree with it in most arguments; of equal ones the first in order. */
export function closestRows(context: ExplanationContext, predicate: number, atom: Atom): Atom[] {
  const { data, arity, count } = context.relations[predicate]!;
  const byAgreement = new Map<number, number[]>();
  for (let row = 0; row < count; row += 1) {
    context.meter.step();
    const agreement = atom.args.reduce(
      (agreeing, arg, column) => (agrees(context, arg, data, row * arity + column) ? agreeing + 1 : agreeing),
      0,
    );
    const rows = byAgreement.get(agreement);
    if (rows === undefined) byAgreement.set(agreement, [row]);
    else rows.push(row);
  }
  const shown: number[] = [];
  for (const agreement of [...byAgreement.keys()].sort((left, right) => right - left)) {
    if (shown.length >= SHOWN) break;
    shown.push(...canonicalOrder(context.values, data, arity, byAgreement.get(agreement)!).slice(0, SHOWN));
  }
  return shown.slice(0, SHOWN).map((row) => context.atom(predicate, row));
}

function agrees(context: ExplanationContext, arg: Term, data: Int32Array, at: number): boolean {
  if (arg.kind === "var") return false;
  return matchesRow(context.values, { pred: "", args: [arg] }, data, at);
}
