import type { Term } from "../ir/term.js";
import { type Substitution, substituteTerm } from "./substitute.js";

/** Marks variables of the question, so that they cannot meet a rule's variables of the same name. */
const QUESTION = "\u0000question ";

/** The variable of the question that a term stands for after {@link renameApart}, or null. */
export function isQuestionVariable(name: string): boolean {
  return name.startsWith(QUESTION);
}

/** Renames the variables of a question's arguments; each `_` becomes one of its own. */
export function renameApart(args: readonly Term[]): Term[] {
  let fresh = 0;
  const rename: Substitution = (name) => {
    fresh += 1;
    return { kind: "var", data: { name: name === "_" ? `${QUESTION}_${fresh}` : `${QUESTION}${name}` } };
  };
  return args.map((arg) => substituteTerm(arg, rename));
}

/**
 * The most general substitution that makes two lists of terms equal, or null. Where a rule's variable meets one of the
 * question's, the rule's is kept. Aggregates match anything: their value is known only once the body has run.
 */
export function unify(left: readonly Term[], right: readonly Term[]): Substitution | null {
  const bound = new Map<string, Term>();
  const pending: [Term, Term][] = left.map((term, at) => [term, right[at]!]);
  while (pending.length > 0) {
    const [first, second] = pending.pop()!.map((term) => walk(term, bound)) as [Term, Term];
    if (first.kind === "agg" || second.kind === "agg") continue;
    if (first.kind === "var" && second.kind === "var") {
      if (first.data.name === second.data.name) continue;
      if (isQuestionVariable(first.data.name)) bound.set(first.data.name, second);
      else bound.set(second.data.name, first);
    } else if (first.kind === "var") {
      if (occurs(first.data.name, second, bound)) return null;
      bound.set(first.data.name, second);
    } else if (second.kind === "var") {
      if (occurs(second.data.name, first, bound)) return null;
      bound.set(second.data.name, first);
    } else if (first.kind === "compound" && second.kind === "compound") {
      const { functor, args } = first.data;
      if (functor !== second.data.functor || args.length !== second.data.args.length) return null;
      const others = second.data.args;
      args.forEach((arg, at) => {
        pending.push([arg, others[at]!]);
      });
    } else if (!sameLeaf(first, second)) {
      return null;
    }
  }
  return (name) => (bound.has(name) ? resolve(bound.get(name)!, bound) : undefined);
}

function walk(term: Term, bound: ReadonlyMap<string, Term>): Term {
  let at = term;
  while (at.kind === "var" && bound.has(at.data.name)) at = bound.get(at.data.name)!;
  return at;
}

function resolve(term: Term, bound: ReadonlyMap<string, Term>): Term {
  const at = walk(term, bound);
  if (at.kind !== "compound") return at;
  return {
    kind: "compound",
    data: { functor: at.data.functor, args: at.data.args.map((arg) => resolve(arg, bound)) },
  };
}

function occurs(name: string, term: Term, bound: ReadonlyMap<string, Term>): boolean {
  const pending = [term];
  while (pending.length > 0) {
    const at = walk(pending.pop()!, bound);
    if (at.kind === "var" && at.data.name === name) return true;
    if (at.kind === "compound") pending.push(...at.data.args);
  }
  return false;
}

function sameLeaf(left: Term, right: Term): boolean {
  if (left.kind === "const" && right.kind === "const") return left.data.name === right.data.name;
  return left.kind === "int" && right.kind === "int" && left.data.value === right.data.value;
}
