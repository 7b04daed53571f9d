import { aggregand, BagFold } from "../evaluate/bag-fold.js";
import type { Join } from "../evaluate/join.js";
import { derivationWeight } from "../evaluate/weight-sum.js";
import type { LoweredRule } from "../lower/lowered-rule.js";
import { bindHead } from "./bind-head.js";
import type { ExplanationContext } from "./explanation-context.js";

/** Bag elements an aggregated proof shows. */
const SAMPLE = 10;

/** A body as it held: the frame, and per body literal the row a positive one stood on. */
export interface HeldBody {
  readonly frame: Int32Array;
  readonly rows: ReadonlyMap<number, number>;
}

export type Derivation =
  | { readonly kind: "derived"; readonly rule: LoweredRule; readonly body: HeldBody }
  | {
      readonly kind: "aggregated";
      readonly rule: LoweredRule;
      readonly inputs: number;
      readonly sample: readonly HeldBody[];
    };

/**
 * A derivation of a row whose premises all came before it (STRATA-EXP-02): rows were added in rounds, trop rows last
 * improved in rounds, and a premise of an earlier round cannot rest on the row itself.
 */
export function findDerivation(context: ExplanationContext, predicate: number, row: number): Derivation {
  for (const rule of context.snapshot.compiled.rulesOf[predicate]!) {
    const found = rule.aggregate === null ? derivedBy(context, rule, row) : aggregatedBy(context, rule, row);
    if (found !== null) return found;
  }
  throw new Error("a row without a derivation: rounds were not recorded");
}

function derivedBy(context: ExplanationContext, rule: LoweredRule, row: number): Derivation | null {
  const { snapshot, relations, values } = context;
  const { predicate } = rule.head;
  const head = relations[predicate]!;
  const frame = bindHead(rule, values, head.data, row * head.arity);
  if (frame === null) return null;
  const { predicates } = snapshot.compiled.checked;
  const { component, annotation } = predicates[predicate]!;
  const weight = annotation.kind === "trop" ? head.annotations![row]! : null;
  let held: HeldBody | null = null;
  const join = context.join();
  join.start(rule, snapshot.plans.proofPlanFor(rule).steps, frame, {
    accept(found: Join): boolean {
      if (found.failure !== null) return false;
      const rows = matchedRows(found);
      for (const [literal, premise] of rows) {
        const read = rule.literals[literal]!;
        if (read.kind !== "pos" || predicates[read.predicate]!.component !== component) continue;
        // STRATA-EXP-02: within a component only rows of earlier rounds are premises.
        if (!isBefore(context, read.predicate, premise, predicate, row)) return false;
      }
      if (weight !== null && derivationWeight(found, relations) !== weight) return false;
      held = { frame: found.frame.slice(), rows };
      return true;
    },
  });
  join.run();
  return held === null ? null : { kind: "derived", rule, body: held };
}

function aggregatedBy(context: ExplanationContext, rule: LoweredRule, row: number): Derivation | null {
  const { snapshot, relations, values } = context;
  const head = relations[rule.head.predicate]!;
  const frame = bindHead(rule, values, head.data, row * head.arity);
  if (frame === null) return null;
  const { op, column, slot } = rule.aggregate!;
  const fold = new BagFold(op);
  const sample: HeldBody[] = [];
  const join = context.join();
  join.start(rule, snapshot.plans.proofPlanFor(rule).steps, frame, {
    accept(found: Join): boolean {
      if (found.failure !== null) return false;
      fold.add(op === "count" ? 0 : aggregand(rule, values.integerValue(found.frame[slot]!)));
      if (sample.length < SAMPLE) sample.push({ frame: found.frame.slice(), rows: matchedRows(found) });
      return false;
    },
  });
  join.run();
  const value = values.integerValue(head.data[row * head.arity + column]!);
  if (fold.size === 0 || fold.result() !== value) return null;
  return { kind: "aggregated", rule, inputs: fold.size, sample };
}

function matchedRows(join: Join): ReadonlyMap<number, number> {
  const rows = new Map<number, number>();
  join.steps.forEach((step, level) => {
    if (step.kind === "scan" || step.kind === "probe" || step.kind === "lookup") {
      rows.set(step.literal, join.rows[level]!);
    }
  });
  return rows;
}

function isBefore(
  { snapshot, relations }: ExplanationContext,
  premisePredicate: number,
  premise: number,
  headPredicate: number,
  head: number,
): boolean {
  const premises = snapshot.relations[premisePredicate]!;
  const heads = snapshot.relations[headPredicate]!;
  if (heads.stamps === null) return premises.roundOf(premise) < heads.roundOf(head);
  const premiseInfinite = relations[premisePredicate]!.annotations![premise] === Number.POSITIVE_INFINITY;
  const headInfinite = relations[headPredicate]!.annotations![head] === Number.POSITIVE_INFINITY;
  // A finite row rests on finite rows only, so an infinite one may rest on any of them, whenever they improved.
  if (premiseInfinite !== headInfinite) return headInfinite;
  return premises.stamps![premise]! < heads.stamps![head]!;
}
