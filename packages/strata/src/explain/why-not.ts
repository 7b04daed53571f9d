import type { CheckedRule } from "../check/checked-program.js";
import type { Outcome } from "../diagnostic/outcome.js";
import { unsupported } from "../evaluate/asked.js";
import { BagFold } from "../evaluate/bag-fold.js";
import { refusal } from "../evaluate/evaluate.js";
import type { Evaluation } from "../evaluate/evaluation.js";
import type { Join } from "../evaluate/join.js";
import type { Literal, Rule } from "../ir/literal.js";
import type { Atom, Term } from "../ir/term.js";
import { lowerRule } from "../lower/lower-rule.js";
import type { LoweredRule } from "../lower/lowered-rule.js";
import type { Step } from "../lower/plan.js";
import { planBody } from "../lower/plan-body.js";
import { closestRows } from "./closest-rows.js";
import { ExplanationContext } from "./explanation-context.js";
import type { Binding, Failure, FailureReason, WhyNot } from "./proof.js";
import { substituteLiteral, substituteTerm } from "./substitute.js";
import { isQuestionVariable, renameApart, unify } from "./unify.js";

/**
 * Explains why no row matches an atom, which may hold variables (STRATA-EXP-03): per rule that could give one, how far
 * its body gets, tried in written order, and the literal it fails on. When a row does match, says so.
 */
export function whyNot(evaluation: Evaluation, atom: Atom): Outcome<WhyNot> {
  const { snapshot } = evaluation;
  const found = evaluation.query(atom, { limit: 1 }).rows[0];
  const done = (value: WhyNot): Outcome<WhyNot> => ({ ok: true, value, diagnostics: [] });
  if (found !== undefined) return done({ kind: "holds", data: { fact: { pred: atom.pred, args: found.args } } });
  try {
    const { checked } = snapshot.compiled;
    const predicate = checked.predicateIds.get(atom.pred)!;
    if (snapshot.soft?.has(predicate) === true) throw unsupported("explain_soft", "", atom.pred);
    const context = new ExplanationContext(snapshot);
    const failures = checked.rules
      .filter((rule) => rule.head === predicate)
      .flatMap((rule) => failureOf(context, rule, atom) ?? []);
    if (failures.length === 0) {
      return done({ kind: "no_rule", data: { pred: atom.pred, closest: closestRows(context, predicate, atom) } });
    }
    // STRATA-EXP-03: nearest is the rule with fewest literals left, of equal ones the first.
    const nearest = failures.reduce((best, each) => (literalsLeft(each) < literalsLeft(best) ? each : best));
    return done({ kind: "failed", data: { nearest, others: failures.filter((each) => each !== nearest) } });
  } catch (reason) {
    return refusal(snapshot.compiled, reason);
  }
}

function literalsLeft({ total, satisfied }: Failure): number {
  return total - satisfied;
}

/** How far the rule gets towards the atom; null when its head cannot be made equal to it. */
function failureOf(context: ExplanationContext, checked: CheckedRule, atom: Atom): Failure | null {
  const { head, body } = checked.rule;
  const substitution = unify(head.args, renameApart(atom.args));
  if (substitution === null) return null;
  const rule: Rule = {
    head: { pred: head.pred, args: head.args.map((arg) => substituteTerm(arg, substitution)) },
    body: body.map((literal) => substituteLiteral(literal, substitution)),
  };
  const { predicates } = context.snapshot.compiled.checked;
  const lowered = lowerRule({ ...checked, rule }, { predicates, values: context.values, enforceSorts: false });
  const aggregand = lowered.aggregate === null ? undefined : substitution(aggregandName(checked));
  const attempt = new Attempt(context, checked, rule, lowered, aggregand);
  const known = head.args
    .flatMap((arg) => variablesOf(arg))
    .map((name): Binding | null => {
      const value = substitution(name);
      return value === undefined || value.kind === "var" ? null : { var: name, value };
    });
  return attempt.failure(known.filter((binding) => binding !== null));
}

function aggregandName({ rule, aggregate }: CheckedRule): string {
  const term = rule.head.args[aggregate]!;
  return term.kind === "agg" ? term.data.var : "";
}

function variablesOf(term: Term): string[] {
  if (term.kind === "var") return [term.data.name];
  return term.kind === "compound" ? term.data.args.flatMap(variablesOf) : [];
}

/** One rule, its head made equal to the question, tried literal by literal. */
class Attempt {
  readonly #context: ExplanationContext;
  readonly #checked: CheckedRule;
  readonly #rule: Rule;
  readonly #lowered: LoweredRule;
  readonly #steps: readonly Step[];
  /** What the aggregand became when it is a key as well; undefined when the body binds it. */
  readonly #aggregand: Term | undefined;
  /** Body literals in the order they are tried; last those that only a value not at hand could bind. */
  readonly #order: readonly number[];

  constructor(
    context: ExplanationContext,
    checked: CheckedRule,
    rule: Rule,
    lowered: LoweredRule,
    aggregand: Term | undefined,
  ) {
    this.#aggregand = aggregand;
    this.#context = context;
    this.#checked = checked;
    this.#rule = rule;
    this.#lowered = lowered;
    this.#steps = planBody(lowered, { delta: -1, readsOld: () => false, sizeOf: () => 1, asWritten: true }).steps;
    const tried = new Set(this.#steps.map((step) => step.literal));
    this.#order = [...tried, ...[...rule.body.keys()].filter((literal) => !tried.has(literal))];
  }

  failure(known: readonly Binding[]): Failure {
    let satisfied = 0;
    let frame = new Int32Array(this.#lowered.template);
    for (let length = 1; length <= this.#steps.length; length += 1) {
      const found = this.#firstBinding(this.#steps.slice(0, length));
      if (found === null) break;
      satisfied = length;
      frame = found;
    }
    const total = this.#order.length;
    const bindings = [...distinct(known), ...this.#bindingsOf(frame, satisfied)];
    const base = { rule: this.#checked.item, satisfied, total, bindings };
    if (satisfied === total) return { ...base, ...this.#derivesOther(frame) };
    const index = this.#order[satisfied]!;
    const literal = this.#inPlace(this.#rule.body[index]!, frame, satisfied);
    return { ...base, index, literal, ...this.#reasonOf(literal, index) };
  }

  /** The first binding under which the steps hold, or null. */
  #firstBinding(steps: readonly Step[]): Int32Array<ArrayBuffer> | null {
    let frame: Int32Array<ArrayBuffer> | null = null;
    const join = this.#context.join();
    join.start(this.#lowered, steps, new Int32Array(this.#lowered.template), {
      accept(found: Join): boolean {
        if (found.failure !== null) return false;
        frame = new Int32Array(found.frame);
        return true;
      },
    });
    join.run();
    return frame;
  }

  #reasonOf(literal: Literal, index: number): { reason: FailureReason; closest: readonly Atom[] } {
    if (literal.kind === "pos") {
      return { reason: "no_match", closest: closestRows(this.#context, this.#checked.body[index]!, literal.data) };
    }
    return literal.kind === "neg"
      ? { reason: "present", closest: [literal.data] }
      : { reason: "comparison_false", closest: [] };
  }

  /** The body holds, so the rule derives a row with another value in the aggregate's place. */
  #derivesOther(frame: Int32Array): Pick<Failure, "index" | "literal" | "reason" | "closest"> {
    const { values } = this.#context;
    const { aggregate } = this.#lowered;
    const value = this.#namedValues(frame, this.#steps.length);
    const args = this.#rule.head.args.map((arg) => substituteTerm(arg, value));
    if (aggregate !== null) args[aggregate.column] = values.toTerm(values.integer(this.#fold(frame)));
    const row: Atom = { pred: this.#rule.head.pred, args };
    const reason = aggregate === null ? "no_match" : "different_value";
    return {
      index: this.#rule.body.length,
      literal: { kind: "pos", data: row },
      reason,
      closest: closestRows(this.#context, this.#checked.head, row),
    };
  }

  /** The aggregate's value for the group of a binding. */
  #fold(frame: Int32Array): number {
    const { values } = this.#context;
    const { op, slot, column } = this.#lowered.aggregate!;
    const keys = this.#lowered.head.args.flatMap((arg, at) => (at === column ? [] : slotVariables(this.#lowered, arg)));
    const fixed = this.#aggregand?.kind === "int" ? this.#aggregand.data.value : null;
    const fold = new BagFold(op);
    const join = this.#context.join();
    join.start(this.#lowered, this.#steps, new Int32Array(this.#lowered.template), {
      accept(found: Join): boolean {
        if (found.failure !== null || keys.some((key) => found.frame[key] !== frame[key])) return false;
        fold.add(op === "count" ? 0 : (fixed ?? values.integerValue(found.frame[slot]!)));
        return false;
      },
    });
    join.run();
    return fold.result();
  }

  #bindingsOf(frame: Int32Array, satisfied: number): Binding[] {
    const value = this.#namedValues(frame, satisfied);
    return this.#lowered.variableNames.flatMap((name): Binding[] => {
      const term = name === "_" || isQuestionVariable(name) ? undefined : value(name);
      return term === undefined ? [] : [{ var: name, value: term }];
    });
  }

  #inPlace(literal: Literal, frame: Int32Array, satisfied: number): Literal {
    const value = this.#namedValues(frame, satisfied);
    return substituteLiteral(literal, (name) => {
      const term = value(name);
      return term === undefined && isQuestionVariable(name) ? { kind: "var", data: { name: "_" } } : term;
    });
  }

  /** The values of the variables that the first `satisfied` steps bind. */
  #namedValues(frame: Int32Array, satisfied: number) {
    const bound = new Set<number>();
    for (const step of this.#steps.slice(0, satisfied)) {
      if (step.kind === "bind") bound.add(step.slot);
      if (!("loads" in step)) continue;
      for (let at = 1; at < step.loads.length; at += 2) bound.add(step.loads[at]!);
      for (const take of step.takes) for (let at = 1; at < take.loads.length; at += 2) bound.add(take.loads[at]!);
    }
    const slots = new Map(this.#lowered.variableNames.map((name, slot) => [name, slot]));
    return (name: string): Term | undefined => {
      const slot = slots.get(name);
      if (name === "_" || slot === undefined || !bound.has(slot)) return undefined;
      return this.#context.values.toTerm(frame[slot]!);
    };
  }
}

function slotVariables(rule: LoweredRule, slot: number): readonly number[] {
  return slot < rule.variableCount ? [slot] : (rule.compounds.get(slot)?.variables ?? []);
}

function distinct(bindings: readonly Binding[]): Binding[] {
  const seen = new Set<string>();
  return bindings.filter(({ var: name }) => {
    if (seen.has(name)) return false;
    seen.add(name);
    return true;
  });
}
