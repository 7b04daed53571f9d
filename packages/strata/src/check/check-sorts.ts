import type { DiagnosticExtras } from "../diagnostic/make-diagnostic.js";
import { jsonPointer } from "../diagnostic/pointer.js";
import type { Rule } from "../ir/literal.js";
import type { Atom, Term } from "../ir/term.js";
import { type CheckContext, complain, predicateNamed, quote } from "./check-context.js";
import { sortText } from "./declare-predicates.js";
import { columnSort, type KnownSort, sameSort } from "./variable-sorts.js";
import type { Trail } from "./walk-variables.js";

/** E2001 for the values of one atom: ints in `int` columns, symbols and compounds in `domain` columns. */
export function checkValueSorts(context: CheckContext, atom: Atom, trail: Trail): void {
  const { argTypes } = predicateNamed(context, atom.pred);
  for (const [column, term] of atom.args.entries()) {
    const type = argTypes[column]!;
    if (type.kind === "term" || term.kind === "var") continue;
    const isInt = term.kind === "int" || term.kind === "agg";
    // STRATA-TYP-01: the symbol "5" is no integer, whatever it looks like.
    if (isInt === (type.kind === "int")) continue;
    const at: Trail = [...trail, "args", column];
    const message = `column ${column + 1} of ${quote(atom.pred)} takes ${sortText(type)}, but is given ${termText(term)}`;
    mismatch(context, at, message, valueFix(term, at));
  }
}

/** E2001 for the variables of one rule: columns that share a variable share its sort, `term` columns aside. */
export function checkVariableSorts(context: CheckContext, rule: Rule, index: number): void {
  const first = new Map<string, { readonly sort: KnownSort; readonly pred: string }>();
  const clashed = new Set<string>();
  const visit = (atom: Atom, trail: Trail) => {
    const { argTypes } = predicateNamed(context, atom.pred);
    for (const [column, term] of atom.args.entries()) {
      if (term.kind !== "var" || term.data.name === "_" || clashed.has(term.data.name)) continue;
      const sort = columnSort(argTypes[column]!);
      if (sort === null) continue;
      const { name } = term.data;
      const known = first.get(name);
      if (known === undefined) first.set(name, { sort, pred: atom.pred });
      else if (!sameSort(known.sort, sort)) {
        clashed.add(name);
        mismatch(
          context,
          [...trail, "args", column],
          `the variable ${quote(name)} is ${sortName(sort)} in ${quote(atom.pred)}, but ${sortName(known.sort)} in ${quote(known.pred)}: use two variables`,
        );
      }
    }
  };
  visit(rule.head, ["items", index, "data", "head"]);
  for (const [place, literal] of rule.body.entries()) {
    if (literal.kind === "pos" || literal.kind === "neg")
      visit(literal.data, ["items", index, "data", "body", place, "data"]);
  }
}

function mismatch(context: CheckContext, trail: Trail, message: string, extras: DiagnosticExtras = {}): void {
  // STRATA-CHK-04: the reference does not look at sorts, so its programs only get a warning.
  complain(
    context,
    2001,
    trail,
    message,
    context.profile === "interchange" ? { ...extras, severity: "warning" } : extras,
  );
}

function sortName(sort: KnownSort): string {
  return sort.kind === "int" ? "an int" : `of domain ${quote(sort.name)}`;
}

function termText(term: Term): string {
  switch (term.kind) {
    case "const":
      return `the symbol ${quote(term.data.name)}`;
    case "int":
      return `the integer ${term.data.value}`;
    case "agg":
      return "an aggregate, which is an integer";
    case "compound":
      return `the compound ${quote(term.data.functor)}`;
    default:
      return "a variable";
  }
}

/** A symbol that spells an integer, in an int column, can only mean that integer. */
function valueFix(term: Term, trail: Trail): DiagnosticExtras {
  if (term.kind !== "const" || !/^-?(?:0|[1-9][0-9]{0,15})$/.test(term.data.name)) return {};
  const number = Number(term.data.name);
  if (!Number.isSafeInteger(number) || Object.is(number, -0)) return {};
  const value = { kind: "int", data: { value: number } };
  return {
    fixes: [{ kind: "json_patch", data: { ops: [{ kind: "replace", data: { path: jsonPointer(trail), value } }] } }],
  };
}
