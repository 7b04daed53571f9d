import type { Evaluation } from "../../src/evaluate/evaluation.js";
import type { Proof } from "../../src/explain/proof.js";
import type { Fact } from "../../src/ir/fact.js";
import type { Expr, Literal, Rule } from "../../src/ir/literal.js";
import type { Program } from "../../src/ir/program.js";
import type { Atom, Term } from "../../src/ir/term.js";

export interface ProofContext {
  readonly program: Program;
  /** The host's facts, as indexes of sources count them. */
  readonly facts: readonly Fact[];
  readonly evaluation: Evaluation;
  /** In a session a source's index counts assertions, not facts: only the fact itself is then looked for. */
  readonly anyHostIndex?: boolean;
}

type Bindings = Map<string, string>;

/**
 * Checks a proof against the program text alone: facts are stated where the sources say, rules apply with one binding
 * for all their literals, weights add up, and no row rests on itself. Throws what is wrong.
 */
export function checkProof(proof: Proof, context: ProofContext): void {
  new ProofChecker(context).check(proof);
}

class ProofChecker {
  readonly #context: ProofContext;
  readonly #open = new Set<string>();
  readonly #done = new Set<string>();

  constructor(context: ProofContext) {
    this.#context = context;
  }

  check(proof: Proof): void {
    const { fact } = proof.data;
    const key = JSON.stringify(fact);
    if (!this.#context.evaluation.has(fact)) fail("proves a row that is not there", fact);
    if (this.#open.has(key)) fail("a row rests on itself", fact);
    switch (proof.kind) {
      case "given":
        if (proof.data.sources.length === 0) fail("given by nothing", fact);
        for (const source of proof.data.sources) this.#checkSource(source, fact);
        break;
      case "derived":
        this.#open.add(key);
        this.#checkDerived(proof.data);
        this.#open.delete(key);
        break;
      case "aggregated":
        this.#checkAggregated(proof.data);
        break;
      case "repeated":
        if (!this.#done.has(key)) fail("repeated before it was explained", fact);
        return;
      case "elided":
        return;
    }
    this.#done.add(key);
  }

  #checkSource(source: { kind: string; data: object }, fact: Atom): void {
    const { program, facts, anyHostIndex, evaluation } = this.#context;
    const states = (given: Fact | undefined): boolean =>
      given !== undefined &&
      same(given.atom, fact) &&
      (!this.#isTrop(fact.pred) || given.weight === evaluation.weight(fact));
    const { index } = source.data as { index: number };
    if (source.kind === "item") {
      const item = program.items[index];
      if (item?.kind !== "fact" || !states(item.data)) fail("no such item", fact);
    } else if (anyHostIndex === true ? !facts.some(states) : !states(facts[index])) {
      fail("no such host fact", fact);
    }
  }

  #checkDerived({ fact, rule, premises, weight }: Extract<Proof, { kind: "derived" }>["data"]): void {
    const { head, body } = this.#rule(rule);
    if (premises.length !== body.length) fail("premises do not cover the body", fact);
    const bindings: Bindings = new Map();
    if (!matchAtom(head, fact, bindings)) fail("the head does not match", fact);
    let sum = 0;
    let weighted = false;
    body.forEach((literal, at) => {
      const premise = premises[at]!;
      if (literal.kind === "pos" && premise.kind === "proof") {
        const row = premise.data.data.fact;
        if (!matchAtom(literal.data, row, bindings)) fail("a premise does not match its literal", row);
        if (this.#isTrop(row.pred)) {
          weighted = true;
          const rowWeight = this.#context.evaluation.weight(row)!;
          sum += rowWeight === "inf" ? Number.POSITIVE_INFINITY : rowWeight;
        }
        this.check(premise.data);
      } else if (literal.kind === "neg" && premise.kind === "absent") {
        if (this.#context.evaluation.has(premise.data)) fail("an absent row is there", premise.data);
        if (!matchAtom(literal.data, premise.data, bindings)) fail("an absent row does not match", premise.data);
      } else if (premise.kind === "builtin") {
        if (!builtinHolds(premise.data)) fail("a builtin does not hold", fact);
        matchBuiltin(literal, premise.data, bindings);
      } else {
        fail("a premise of the wrong kind", fact);
      }
    });
    if (!this.#isTrop(fact.pred)) return;
    const own = weight === "inf" ? Number.POSITIVE_INFINITY : weight;
    const final = this.#context.evaluation.weight(fact);
    if (weight !== final || own !== (weighted ? sum : 0)) fail("weights do not add up", fact);
  }

  #checkAggregated({ fact, rule, op, inputs, sample }: Extract<Proof, { kind: "aggregated" }>["data"]): void {
    const { head, body } = this.#rule(rule);
    const at = head.args.findIndex((arg) => arg.kind === "agg");
    const value = fact.args[at]!;
    if (sample.length !== Math.min(10, inputs) || inputs === 0) fail("the sample does not fit the bag", fact);
    for (const row of sample) {
      const bindings: Bindings = new Map();
      const keys = (args: readonly Term[]): Atom => ({
        pred: fact.pred,
        args: args.filter((_, column) => column !== at),
      });
      if (!matchAtom(keys(head.args), keys(fact.args), bindings)) fail("the head does not match", fact);
      row.body.forEach((literal, place) => {
        const written = body[place]!;
        if (literal.kind !== written.kind) fail("a sample literal of the wrong kind", fact);
        if (literal.kind === "pos" && written.kind === "pos") {
          if (!this.#context.evaluation.has(literal.data)) fail("a sample row is not there", literal.data);
          if (!matchAtom(written.data, literal.data, bindings)) fail("a sample row does not match", literal.data);
        } else if (literal.kind === "neg") {
          if (this.#context.evaluation.has(literal.data)) fail("an absent sample row is there", literal.data);
        } else if (!builtinHolds(literal)) fail("a builtin does not hold", fact);
      });
    }
    if (op === "count" && (value.kind !== "int" || value.data.value !== inputs)) fail("the count is another", fact);
  }

  #rule(index: number): Rule {
    const item = this.#context.program.items[index];
    if (item?.kind !== "rule") throw new Error(`item ${index} is no rule`);
    return item.data;
  }

  #isTrop(pred: string): boolean {
    return this.#context.program.items.some(
      (item) => item.kind === "predicate" && item.data.name === pred && item.data.sig.annotation.kind === "trop",
    );
  }
}

function fail(reason: string, fact: Atom): never {
  throw new Error(`${reason}: ${JSON.stringify(fact)}`);
}

function same(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

function matchAtom(pattern: Atom, fact: Atom, bindings: Bindings): boolean {
  return (
    pattern.pred === fact.pred &&
    pattern.args.length === fact.args.length &&
    pattern.args.every((arg, at) => matchTerm(arg, fact.args[at]!, bindings))
  );
}

function matchTerm(pattern: Term, value: Term, bindings: Bindings): boolean {
  if (pattern.kind === "var") {
    if (pattern.data.name === "_") return true;
    const bound = bindings.get(pattern.data.name);
    bindings.set(pattern.data.name, JSON.stringify(value));
    return bound === undefined || bound === JSON.stringify(value);
  }
  if (pattern.kind !== "compound" || value.kind !== "compound") return same(pattern, value);
  return (
    pattern.data.functor === value.data.functor &&
    pattern.data.args.length === value.data.args.length &&
    pattern.data.args.every((arg, at) => matchTerm(arg, value.data.args[at]!, bindings))
  );
}

/** Binds the variables of a builtin to the values that were put in their place. */
function matchBuiltin(written: Literal, shown: Literal, bindings: Bindings): void {
  const pairs: [unknown, unknown][] = [[written, shown]];
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const [pattern, value] = pair as [{ kind?: string } | null, unknown];
    if (typeof pattern !== "object" || pattern === null) {
      if (pattern !== (value ?? false)) throw new Error("a builtin is another than written");
    } else if (pattern.kind === "var") {
      if (!matchTerm(pattern as Term, value as Term, bindings)) throw new Error("a builtin has another binding");
    } else {
      for (const [key, part] of Object.entries(pattern)) pairs.push([part, (value as Record<string, unknown>)[key]]);
    }
  }
}

function builtinHolds(literal: Literal): boolean {
  switch (literal.kind) {
    case "is_int":
      return (literal.data.value.kind === "int") !== (literal.data.negated ?? false);
    case "starts_with": {
      const { value, prefix, negated = false } = literal.data;
      const starts = value.kind === "const" && prefix.kind === "const" && value.data.name.startsWith(prefix.data.name);
      return starts !== negated;
    }
    case "compare": {
      const { op } = literal.data;
      const left = evaluated(literal.data.left);
      const right = evaluated(literal.data.right);
      if (op === "eq" || op === "ne") return same(left, right) === (op === "eq");
      const [first, second] = [left as number, right as number];
      return { lt: first < second, le: first <= second, gt: first > second, ge: first >= second }[op];
    }
    default:
      return false;
  }
}

function evaluated(expr: Expr): unknown {
  if (expr.kind === "int") return expr.data.value;
  if (expr.kind !== "arith") return expr;
  const left = evaluated(expr.data.left) as number;
  const right = evaluated(expr.data.right) as number;
  const { op } = expr.data;
  if (op === "add") return left + right;
  if (op === "sub") return left - right;
  if (op === "mul") return left * right + 0;
  return (op === "div" ? Math.trunc(left / right) : left % right) + 0;
}
