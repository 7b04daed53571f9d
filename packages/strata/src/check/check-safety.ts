import type { DiagnosticExtras } from "../diagnostic/make-diagnostic.js";
import type { Literal, Rule } from "../ir/literal.js";
import type { Atom } from "../ir/term.js";
import { printAtom } from "../text/print-term.js";
import type { Bindings } from "./bound-variables.js";
import { type CheckContext, complain, quote } from "./check-context.js";
import { type Trail, walkArguments, walkLiteral } from "./walk-variables.js";

/**
 * E1003: every variable of the head, of a negated literal and of a builtin is bound by a positive literal or by `=`;
 * one diagnostic per occurrence.
 */
export function checkSafety(context: CheckContext, rule: Rule, index: number, { bound }: Bindings): void {
  const base: Trail = ["items", index, "data"];
  walkArguments(rule.head.args, [...base, "head"], (name, trail) => {
    if (bound.has(name)) return;
    const hint = name === "_" ? "name the variable, and bind it in the body" : undefined;
    unbound(context, name, "the head", trail, hint);
  });
  for (const [place, literal] of rule.body.entries()) {
    if (literal.kind === "pos") continue;
    const where = literal.kind === "neg" ? `not ${quote(literal.data.pred)}` : BUILTIN_PLACE[literal.kind];
    walkLiteral(literal, [...base, "body", place], (name, trail) => {
      if (bound.has(name) || isFreshSide(literal, name, trail)) return;
      unbound(context, name, where, trail, name === "_" ? projectionHint(literal, bound) : undefined);
    });
  }
}

const BUILTIN_PLACE = { compare: "a comparison", starts_with: "starts_with", is_int: "is_int" } as const;

/** A bare `_` beside `=` is a fresh variable that the other side binds: it says nothing, and harms nothing. */
function isFreshSide(literal: Literal, name: string, trail: Trail): boolean {
  if (name !== "_" || literal.kind !== "compare" || literal.data.op !== "eq") return false;
  const side = trail[trail.length - 1];
  const { left, right } = literal.data;
  if (side !== "left" && side !== "right") return false;
  const other = side === "left" ? right : left;
  return literal.data[side].kind === "var" && !(other.kind === "var" && other.data.name === "_");
}

function unbound(context: CheckContext, name: string, where: string, trail: Trail, hint: string | undefined): void {
  const extras: DiagnosticExtras = hint === undefined ? {} : { hint };
  const what = name === "_" ? "`_`" : `the variable ${quote(name)}`;
  complain(context, 1003, trail, `${what} in ${where} is bound by no positive literal: add one that binds it`, extras);
}

/** `not target(C, _)` asks for a projection: a predicate over the bound columns alone. */
function projectionHint(literal: Literal, bound: ReadonlySet<string>): string {
  if (literal.kind !== "neg") return "name the variable, and bind it in the body";
  const { pred, args } = literal.data;
  const kept = args.filter((term) => term.kind === "var" && bound.has(term.data.name));
  const projection: Atom = { pred: `has_${pred}`, args: kept };
  const shown = printAtom(projection);
  return `write ${shown} :- ${printAtom(literal.data)}. and then not ${shown}`;
}
