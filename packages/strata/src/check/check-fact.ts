import type { Fact } from "../ir/fact.js";
import type { Term } from "../ir/term.js";
import { type CheckContext, complain, quote } from "./check-context.js";
import { checkValueSorts } from "./check-sorts.js";
import type { DeclaredPredicate } from "./checked-program.js";
import type { Trail } from "./walk-variables.js";

/** Depth of the deepest term a fact may hold: leaf 0, compound 1 + its deepest argument. */
const FACT_TERM_DEPTH = 64;

/** E1004 E1009 E1010 E2001 for one fact on a declared predicate with the right number of arguments. */
export function checkFact(context: CheckContext, fact: Fact, predicate: DeclaredPredicate, trail: Trail): void {
  const ground = checkGround(context, fact, trail);
  checkNumbers(context, fact, predicate, trail);
  // What is no value has no sort worth a second complaint.
  if (ground) checkValueSorts(context, fact.atom, [...trail, "atom"]);
}

/** E1004: a fact holds no variable and no aggregate, and no term deeper than the bound. */
export function checkGround(context: CheckContext, fact: Fact, trail: Trail): boolean {
  let ground = true;
  for (const [column, term] of fact.atom.args.entries()) {
    if (term.kind === "const" || term.kind === "int") continue;
    const at: Trail = [...trail, "atom", "args", column];
    const found = inspectTerm(term);
    if (found !== null) ground = false;
    if (found === "deep") {
      complain(context, 1004, at, `the term nests deeper than ${FACT_TERM_DEPTH} levels, the most a fact can hold`);
    } else if (found !== null) {
      complain(context, 1004, at, `a fact holds no ${found}: write the value, or a rule that derives the rows`);
    }
  }
  return ground;
}

/** What makes a term unfit for a fact, or null. */
function inspectTerm(term: Term): string | null {
  const pending: { readonly term: Term; readonly depth: number }[] = [{ term, depth: 0 }];
  let deepest = 0;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    deepest = Math.max(deepest, next.depth);
    if (next.term.kind === "var") return `variable (${quote(next.term.data.name)})`;
    if (next.term.kind === "agg") return "aggregate";
    if (next.term.kind !== "compound") continue;
    // A compound without arguments is a level of its own all the same.
    deepest = Math.max(deepest, next.depth + 1);
    for (const argument of next.term.data.args) pending.push({ term: argument, depth: next.depth + 1 });
  }
  return deepest > FACT_TERM_DEPTH ? "deep" : null;
}

function checkNumbers(context: CheckContext, fact: Fact, predicate: DeclaredPredicate, trail: Trail): void {
  const { weight, prob } = fact;
  const { kind } = predicate.annotation;
  const name = quote(predicate.name);
  if (kind === "trop") {
    if (weight === undefined) complain(context, 1009, trail, `a fact on ${name}, which is trop, needs a weight`);
    if (prob !== undefined) {
      complain(context, 1009, [...trail, "prob"], `${name} is trop: its facts have weights, not probabilities`);
    }
  } else if (weight !== undefined) {
    complain(context, 1009, [...trail, "weight"], `${name} is ${kind}: only facts on trop predicates have weights`);
  }
  if (prob !== undefined && !(prob >= 0 && prob <= 1)) {
    complain(context, 1009, [...trail, "prob"], `the probability ${prob} is not within 0..1`);
  }
  if (predicate.model !== null && prob === undefined) {
    complain(context, 1010, trail, `a fact on ${name}, which is neural, needs a probability`);
  }
}
