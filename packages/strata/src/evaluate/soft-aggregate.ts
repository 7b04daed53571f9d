import type { LoweredRule } from "../lower/lowered-rule.js";
import type { AnnotateSink, AnnotationAlgebra } from "./annotate-sink.js";
import { aggregand, BagFold, foldedValue } from "./bag-fold.js";
import { ALWAYS, type DecisionDiagram, NEVER } from "./decision-diagram.js";
import type { EvaluationState } from "./evaluation-state.js";
import { PAUSE } from "./evaluation-stop.js";
import type { Join } from "./join.js";
import { Relation } from "./relation.js";
import { runJoin } from "./run-join.js";

/** One element of a bag: its value, and the worlds it is there in. */
interface Element {
  readonly value: number;
  readonly worlds: number;
}

/**
 * An aggregate over soft rows: in each world the bag holds other elements, so a group has one row per value it can take,
 * with the worlds in which it takes that value.
 */
export function* runSoftAggregate(
  state: EvaluationState,
  rule: LoweredRule,
  diagram: DecisionDiagram,
  algebra: AnnotationAlgebra,
  sink: AnnotateSink,
): Generator<void, void> {
  const { heads, values } = state;
  const { op, column, slot } = rule.aggregate!;
  const plan = state.plans.planFor(rule, -1);
  const keys = new Relation(rule.head.args.length);
  const bags: Element[][] = [];
  sink.begin(rule, plan, -1);
  yield* runJoin(state, rule, plan, {
    accept(join: Join): boolean {
      const worlds = algebra.derive(join, rule);
      if (worlds === null || !heads.build(rule, plan.headBuilds, join.frame)) return false;
      heads.tuple[column] = 0;
      const value = op === "count" ? 0 : aggregand(rule, values.integerValue(join.frame[slot]!));
      const inserted = keys.insert(heads.tuple);
      if (inserted >= 0) bags.push([]);
      bags[inserted < 0 ? ~inserted : inserted]!.push({ value, worlds });
      return false;
    },
  });
  for (let group = 0; group < bags.length; group += 1) {
    const results = yield* distribution(state, rule, diagram, bags[group]!);
    for (const [value, worlds] of results) {
      for (let at = 0; at < keys.arity; at += 1) heads.tuple[at] = keys.data[group * keys.arity + at]!;
      heads.tuple[column] = values.integer(value);
      while (!settled(() => sink.add(rule.head.predicate, heads.tuple, worlds, null))) yield;
    }
  }
}

/** The values a bag can fold to, each with its worlds; the empty bag gives none. */
function* distribution(
  state: EvaluationState,
  rule: LoweredRule,
  diagram: DecisionDiagram,
  bag: readonly Element[],
): Generator<void, Map<number, number>> {
  const { op } = rule.aggregate!;
  /** By partial result: a fold to go on from, and the worlds that lead there. */
  let partial = new Map<string, { fold: BagFold; worlds: number }>([["", { fold: new BagFold(op), worlds: ALWAYS }]]);
  for (const { value, worlds } of bag) {
    const next = new Map<string, { fold: BagFold; worlds: number }>();
    const put = (key: string, fold: BagFold, added: number): void => {
      if (added === NEVER) return;
      const known = next.get(key);
      next.set(key, { fold, worlds: known === undefined ? added : diagram.or(known.worlds, added) });
    };
    for (const [key, entry] of partial) {
      const withElement = entry.fold.with(value);
      let absent = NEVER;
      let present = NEVER;
      while (
        !settled(() => {
          absent = diagram.and(entry.worlds, diagram.not(worlds));
          present = diagram.and(entry.worlds, worlds);
        })
      ) {
        yield;
      }
      while (!settled(() => put(key, entry.fold, absent))) yield;
      while (!settled(() => put(withElement.key(), withElement, present))) yield;
      state.meter.tick();
    }
    partial = next;
  }
  const results = new Map<number, number>();
  for (const [key, { fold, worlds }] of partial) if (key !== "") results.set(foldedValue(rule, fold), worlds);
  return results;
}

/** Runs `work`; false when it was interrupted and has to be run again. */
function settled(work: () => void): boolean {
  try {
    work();
    return true;
  } catch (reason) {
    if (reason !== PAUSE) throw reason;
    return false;
  }
}
