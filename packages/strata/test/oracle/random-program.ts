import type { Expr, Literal, Rule } from "../../src/ir/literal.js";
import type { Item, Program } from "../../src/ir/program.js";
import type { AggOp, Atom, Term } from "../../src/ir/term.js";

/** What random programs may contain. */
export interface Ingredients {
  readonly negation?: boolean;
  readonly aggregates?: boolean;
  readonly terms?: boolean;
  readonly builtins?: boolean;
  /** Least weight of trop facts; absent for programs without trop. */
  readonly leastWeight?: number;
}

interface Pred {
  readonly name: string;
  readonly arity: number;
  readonly level: number;
  readonly trop: boolean;
}

/** A generator of numbers that is the same for the same seed. */
export function randomNumbers(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** A small program that passes every check: safe, stratified, and with terms that only shrink on cycles. */
export function randomProgram(seed: number, ingredients: Ingredients): Program {
  return new ProgramMaker(seed, ingredients).make();
}

const variable = (name: string): Term => ({ kind: "var", data: { name } });
const symbol = (name: string): Term => ({ kind: "const", data: { name } });
const integer = (value: number): Term => ({ kind: "int", data: { value } });

class ProgramMaker {
  readonly #random: (below: number) => number;
  readonly #with: Ingredients;
  readonly #preds: Pred[] = [];

  constructor(seed: number, ingredients: Ingredients) {
    this.#random = randomNumbers(seed);
    this.#with = ingredients;
  }

  make(): Program {
    const trop = this.#with.leastWeight !== undefined;
    this.#preds.push({ name: "e", arity: 2, level: 0, trop }, { name: "n", arity: 1, level: 0, trop: false });
    const levels = 1 + this.#random(3);
    for (let level = 1; level <= levels; level += 1) {
      for (let at = 0; at <= this.#random(2); at += 1) {
        const isTrop = trop && this.#random(3) > 0;
        this.#preds.push({
          name: `p${level}${at}`,
          arity: [0, 1, 1, 2, 2, 2, 3][this.#random(7)]!,
          level,
          trop: isTrop,
        });
      }
    }
    const items: Item[] = this.#preds.map(({ name, arity, trop: weighs }) => ({
      kind: "predicate",
      data: {
        name,
        sig: {
          args: Array.from({ length: arity }, () => ({ kind: "term", data: { name: "t" } })),
          annotation: { kind: weighs ? "trop" : "bool" },
        },
      },
    }));
    items.push({ kind: "pragma", data: "terms" }, { kind: "pragma", data: "builtins" });
    for (const pred of this.#preds) {
      const facts = pred.level === 0 ? 2 + this.#random(7) : this.#random(2);
      for (let at = 0; at < facts; at += 1) items.push(this.#fact(pred));
      const rules = pred.level === 0 ? 0 : 1 + this.#random(3);
      for (let at = 0; at < rules; at += 1) items.push({ kind: "rule", data: this.#rule(pred) });
    }
    return { irVersion: "0.1.0", items };
  }

  #fact(pred: Pred): Item {
    const atom: Atom = { pred: pred.name, args: this.#list(pred.arity, () => this.#value(2)) };
    if (!pred.trop) return { kind: "fact", data: { atom } };
    const least = this.#with.leastWeight!;
    const weight = this.#random(12) === 0 ? "inf" : least + this.#random(10 - Math.min(0, least));
    return { kind: "fact", data: { atom, weight } };
  }

  #value(depth: number): Term {
    if (this.#with.terms === true && depth > 0 && this.#random(3) === 0) {
      const args = this.#list(1 + this.#random(2), () => this.#value(depth - 1));
      return { kind: "compound", data: { functor: this.#random(2) === 0 ? "f" : "g", args } };
    }
    return this.#random(3) === 0 ? integer(this.#random(5) - 1) : symbol(`c${this.#random(4)}`);
  }

  #rule(head: Pred): Rule {
    const below = this.#preds.filter(({ level, trop }) => level < head.level && (head.trop || !trop));
    const reachable = this.#preds.filter(({ level, trop }) => level <= head.level && (head.trop || !trop));
    const aggregates = this.#with.aggregates === true && !head.trop && head.arity > 0 && this.#random(3) === 0;
    const readable = aggregates ? below : reachable;
    const body: Literal[] = this.#list(1 + this.#random(3), () => {
      const pred = readable[this.#random(readable.length)]!;
      return { kind: "pos", data: { pred: pred.name, args: this.#list(pred.arity, () => this.#pattern(2)) } };
    });
    const bound = [...new Set(body.flatMap((literal) => (literal.kind === "pos" ? atomVariables(literal.data) : [])))];
    if (bound.length === 0) {
      body.push({ kind: "pos", data: { pred: "n", args: [variable("X")] } });
      bound.push("X");
    }
    if (this.#with.negation === true && this.#random(2) === 0) {
      const strictlyBelow = this.#preds.filter(({ level }) => level < head.level);
      const pred = strictlyBelow[this.#random(strictlyBelow.length)]!;
      body.push({
        kind: "neg",
        data: { pred: pred.name, args: this.#list(pred.arity, () => this.#boundTerm(bound, 1)) },
      });
    }
    if (this.#with.builtins === true) this.#addBuiltins(body, bound);
    const order = body
      .map((literal) => ({ literal, at: this.#random(1000) }))
      .sort((left, right) => left.at - right.at);
    const builds = !body.some(
      (literal) =>
        literal.kind === "pos" && this.#preds.find(({ name }) => name === literal.data.pred)!.level >= head.level,
    );
    const args = this.#list(head.arity, () => this.#boundTerm(bound, builds ? 1 : 0));
    if (aggregates) {
      const op = (["count", "sum", "min", "max"] as const)[this.#random(4)] as AggOp;
      args[this.#random(head.arity)] = { kind: "agg", data: { op, var: bound[this.#random(bound.length)]! } };
    }
    return { head: { pred: head.name, args }, body: order.map(({ literal }) => literal) };
  }

  #addBuiltins(body: Literal[], bound: string[]): void {
    const kind = this.#random(6);
    const some = (): Term => variable(bound[this.#random(bound.length)]!);
    if (kind === 0) body.push({ kind: "is_int", data: { value: some(), negated: this.#random(2) === 0 } });
    if (kind === 1) {
      body.push({ kind: "starts_with", data: { value: some(), prefix: symbol(this.#random(2) === 0 ? "c" : "c1") } });
    }
    if (kind === 2 || kind === 3) {
      const guarded = bound[this.#random(bound.length)]!;
      if (this.#random(4) > 0) body.push({ kind: "is_int", data: { value: variable(guarded) } });
      const op = (["eq", "ne", "lt", "le", "gt", "ge"] as const)[this.#random(6)]!;
      body.push({ kind: "compare", data: { op, left: variable(guarded) as Expr, right: this.#expression(guarded) } });
    }
    if (kind === 4) {
      const guarded = bound[this.#random(bound.length)]!;
      if (this.#random(4) > 0) body.push({ kind: "is_int", data: { value: variable(guarded) } });
      body.push({ kind: "compare", data: { op: "eq", left: variable("V") as Expr, right: this.#expression(guarded) } });
      if (this.#random(2) === 0) body.push({ kind: "pos", data: { pred: "n", args: [variable("V")] } });
      if (this.#random(3) === 0) {
        body.push({ kind: "compare", data: { op: "lt", left: variable("V") as Expr, right: integer(2) as Expr } });
      }
      if (this.#random(3) === 0) body.push({ kind: "neg", data: { pred: "n", args: [variable("V")] } });
    }
    if (kind === 5) {
      const right = { kind: "compound", data: { functor: "f", args: [some()] } } as const;
      body.push({ kind: "compare", data: { op: "ne", left: some() as Expr, right } });
    }
  }

  #expression(name: string): Expr {
    const op = (["add", "sub", "mul", "div", "mod"] as const)[this.#random(5)]!;
    // A divisor that is 0 in writing is refused by the checker; one that becomes 0 is for the run.
    const right = this.#random(3) === 0 ? variable(name) : integer(1 + this.#random(3));
    return { kind: "arith", data: { op, left: variable(name) as Expr, right: right as Expr } };
  }

  #pattern(depth: number): Term {
    const kind = this.#random(8);
    if (kind === 0) return this.#value(0);
    if (kind === 1) return variable("_");
    if (kind === 2 && this.#with.terms === true && depth > 0) {
      return {
        kind: "compound",
        data: {
          functor: this.#random(2) === 0 ? "f" : "g",
          args: this.#list(1 + this.#random(2), () => this.#pattern(depth - 1)),
        },
      };
    }
    return variable(["X", "Y", "Z", "W"][this.#random(4)]!);
  }

  #boundTerm(bound: readonly string[], depth: number): Term {
    if (this.#with.terms === true && depth > 0 && this.#random(4) === 0) {
      return { kind: "compound", data: { functor: "f", args: [this.#boundTerm(bound, depth - 1)] } };
    }
    return this.#random(6) === 0 ? this.#value(0) : variable(bound[this.#random(bound.length)]!);
  }

  #list<T>(length: number, make: () => T): T[] {
    return Array.from({ length }, make);
  }
}

function atomVariables(atom: Atom): string[] {
  return atom.args.flatMap(termVariables);
}

function termVariables(term: Term): string[] {
  if (term.kind === "compound") return term.data.args.flatMap(termVariables);
  return term.kind === "var" && term.data.name !== "_" ? [term.data.name] : [];
}
