import type { CheckedPredicate, CheckedRule } from "../check/checked-program.js";
import type { Expr, Literal } from "../ir/literal.js";
import type { AggTerm, Term } from "../ir/term.js";
import {
  ARITHMETIC,
  type ColumnDuty,
  type CompoundSlot,
  type LoweredExpression,
  type LoweredHead,
  type LoweredLiteral,
  type LoweredRule,
} from "./lowered-rule.js";
import type { ValueTable } from "./value-table.js";

/** What lowering a rule needs to know of its program. */
export interface LoweringContext {
  readonly predicates: readonly CheckedPredicate[];
  readonly values: ValueTable;
  /** False under the profile `interchange`, where sorts only warn (STRATA-CHK-04). */
  readonly enforceSorts: boolean;
}

/** Resolves a checked rule's names to slots and interns its constants. */
export function lowerRule(checked: CheckedRule, context: LoweringContext): LoweredRule {
  const slots = new SlotTable(context.values);
  const { rule } = checked;
  for (const literal of rule.body) slots.declareVariables(literalTerms(literal));
  slots.declareVariables(rule.head.args.map((arg) => (arg.kind === "agg" ? aggregand(arg) : arg)));
  slots.closeVariables();

  const literals = rule.body.map((literal, index) => lowerLiteral(literal, checked.body[index]!, slots));
  const aggregateTerm = checked.aggregate < 0 ? undefined : (rule.head.args[checked.aggregate] as AggTerm);
  const args = rule.head.args.map((arg) => (arg.kind === "agg" ? -1 : slots.slotOf(arg)));
  const head: LoweredHead = {
    predicate: checked.head,
    args,
    duties: args.map((slot, column) => columnDuty(slot, column, checked.head, literals, slots, context)),
  };
  return {
    item: checked.item,
    head,
    literals,
    template: slots.template(),
    variableCount: slots.variableCount,
    variableNames: slots.variableNames,
    compounds: slots.compounds,
    aggregate:
      aggregateTerm === undefined
        ? null
        : {
            op: aggregateTerm.data.op,
            column: checked.aggregate,
            slot: slots.slotOf(aggregand(aggregateTerm)),
          },
  };
}

function aggregand(term: AggTerm): Term {
  return { kind: "var", data: { name: term.data.var } };
}

function literalTerms(literal: Literal): readonly Term[] {
  switch (literal.kind) {
    case "pos":
    case "neg":
      return literal.data.args;
    case "starts_with":
      return [literal.data.value, literal.data.prefix];
    case "is_int":
      return [literal.data.value];
    case "compare":
      return [...expressionTerms(literal.data.left), ...expressionTerms(literal.data.right)];
  }
}

function expressionTerms(expression: Expr): Term[] {
  const terms: Term[] = [];
  const pending: Expr[] = [expression];
  while (pending.length > 0) {
    const next = pending.pop()!;
    if (next.kind === "arith") pending.push(next.data.right, next.data.left);
    else terms.push(next);
  }
  return terms;
}

function lowerLiteral(literal: Literal, predicate: number, slots: SlotTable): LoweredLiteral {
  switch (literal.kind) {
    case "pos":
    case "neg":
      return { kind: literal.kind, predicate, args: literal.data.args.map((arg) => slots.slotOf(arg)) };
    case "starts_with": {
      const { value, prefix, negated = false } = literal.data;
      return { kind: "starts_with", value: slots.slotOf(value), prefix: slots.slotOf(prefix), negated };
    }
    case "is_int":
      return { kind: "is_int", value: slots.slotOf(literal.data.value), negated: literal.data.negated ?? false };
    case "compare": {
      const { op, left, right } = literal.data;
      return { kind: "compare", op, left: lowerExpression(left, slots), right: lowerExpression(right, slots) };
    }
  }
}

function lowerExpression(expression: Expr, slots: SlotTable): LoweredExpression {
  if (expression.kind !== "arith") return { kind: "slot", slot: slots.slotOf(expression) };
  // Operator first, then right before left, read backwards: postfix without recursion.
  const reversed: number[] = [];
  const operands: number[] = [];
  const pending: Expr[] = [expression];
  while (pending.length > 0) {
    const next = pending.pop()!;
    if (next.kind === "arith") {
      reversed.push(ARITHMETIC[next.data.op]);
      pending.push(next.data.left, next.data.right);
    } else {
      const slot = slots.slotOf(next);
      reversed.push(slot);
      operands.push(slot);
    }
  }
  return { kind: "arithmetic", code: reversed.reverse(), slots: operands };
}

function columnDuty(
  slot: number,
  column: number,
  head: number,
  literals: readonly LoweredLiteral[],
  slots: SlotTable,
  context: LoweringContext,
): ColumnDuty {
  const wanted = context.predicates[head]!.argTypes[column]!.kind;
  // STRATA-CHK-02: only a variable that no int or domain column of the body has sorted is still open here.
  if (!context.enforceSorts || wanted === "term" || slot < 0 || slot >= slots.variableCount) return "none";
  const sorted = literals.some(
    (literal) =>
      literal.kind === "pos" &&
      literal.args.some(
        (arg, at) => arg === slot && context.predicates[literal.predicate]!.argTypes[at]!.kind !== "term",
      ),
  );
  if (sorted) return "none";
  return wanted === "int" ? "integer" : "symbolic";
}

/** Gives every distinct variable, constant and compound occurrence of one rule its slot. */
class SlotTable {
  readonly compounds = new Map<number, CompoundSlot>();
  readonly variableNames: string[] = [];
  readonly #values: ValueTable;
  readonly #named = new Map<string, number>();
  readonly #unused: number[] = [];
  readonly #constants = new Map<number, number>();
  readonly #initial: number[] = [];

  constructor(values: ValueTable) {
    this.#values = values;
  }

  get variableCount(): number {
    return this.variableNames.length;
  }

  declareVariables(terms: readonly Term[]): void {
    const pending = [...terms].reverse();
    while (pending.length > 0) {
      const term = pending.pop()!;
      if (term.kind === "compound") {
        for (let at = term.data.args.length - 1; at >= 0; at -= 1) pending.push(term.data.args[at]!);
      } else if (term.kind === "var") {
        this.#declare(term.data.name);
      }
    }
  }

  #declare(name: string): void {
    // STRATA-EVAL-03: `_` is a fresh variable at each use; every other name is shared.
    if (name === "_") this.#unused.push(this.variableNames.length);
    else if (!this.#named.has(name)) this.#named.set(name, this.variableNames.length);
    else return;
    this.variableNames.push(name);
  }

  closeVariables(): void {
    for (let slot = 0; slot < this.variableCount; slot += 1) this.#initial.push(0);
  }

  template(): Int32Array {
    return Int32Array.from(this.#initial);
  }

  /** The slot of a term. By occurrence, not by object: a program may hold one object in several places. */
  slotOf(term: Term): number {
    if (term.kind !== "compound") return this.#leaf(term);
    const order: Term[] = [];
    const pending: Term[] = [term];
    while (pending.length > 0) {
      const next = pending.pop()!;
      order.push(next);
      if (next.kind === "compound") for (const arg of next.data.args) pending.push(arg);
    }
    // Read backwards, the order has every part before its whole.
    const done: number[] = [];
    for (const next of order.reverse()) {
      if (next.kind !== "compound") done.push(this.#leaf(next));
      else done.push(this.#compound(next.data.functor, done.splice(done.length - next.data.args.length)));
    }
    return done[0]!;
  }

  #leaf(term: Term): number {
    if (term.kind === "const") return this.#constant(this.#values.symbol(term.data.name));
    if (term.kind === "int") return this.#constant(this.#values.integer(term.data.value));
    if (term.kind !== "var") throw new Error(`a ${term.kind} stands where the checker allows none`);
    return term.data.name === "_" ? this.#unused.pop()! : this.#named.get(term.data.name)!;
  }

  #constant(id: number): number {
    const known = this.#constants.get(id);
    if (known !== undefined) return known;
    const slot = this.#initial.push(id) - 1;
    this.#constants.set(id, slot);
    return slot;
  }

  #compound(functor: string, args: readonly number[]): number {
    const functorId = this.#values.symbol(functor);
    const variables = new Set<number>();
    for (const arg of args) {
      if (arg < this.variableCount) variables.add(arg);
      for (const inner of this.compounds.get(arg)?.variables ?? []) variables.add(inner);
    }
    if (variables.size === 0) {
      return this.#constant(
        this.#values.compound(
          functorId,
          args.map((arg) => this.#initial[arg]!),
        ),
      );
    }
    const slot = this.#initial.push(0) - 1;
    this.compounds.set(slot, { slot, functor: functorId, args, variables: [...variables] });
    return slot;
  }
}
