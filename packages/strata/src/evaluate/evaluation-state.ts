import type { Compiled, SoftFact } from "../lower/compiled.js";
import type { LoweredRule } from "../lower/lowered-rule.js";
import { PlanTable } from "../lower/plan-table.js";
import { ValueTable } from "../lower/value-table.js";
import { HeadBuilder, type TermDepthPolicy } from "./head-builder.js";
import { Join } from "./join.js";
import type { Meter } from "./meter.js";
import { Relation } from "./relation.js";
import type { InputRows } from "./source.js";

/** Above this many facts from outside, plans are made for the sizes at hand. */
const REPLAN_ABOVE = 2000;

/** What one evaluation works on. */
export class EvaluationState {
  readonly compiled: Compiled;
  readonly values: ValueTable;
  readonly meter: Meter;
  readonly relations: Relation[];
  readonly softFacts: SoftFact[];
  readonly inputs: InputRows[] = [];
  readonly heads: HeadBuilder;
  readonly join: Join;
  readonly onTermDepth: TermDepthPolicy;
  plans: PlanTable;
  /** Facts of the program, the host and inputs. */
  factCount: number;
  readonly #frame: Int32Array;

  /** `values` and `relations` carry on from an earlier state; without them only the program's own facts are there. */
  constructor(
    compiled: Compiled,
    meter: Meter,
    onTermDepth: TermDepthPolicy,
    values: ValueTable = new ValueTable(compiled.values),
    relations: readonly Relation[] | null = null,
  ) {
    this.compiled = compiled;
    this.meter = meter;
    this.onTermDepth = onTermDepth;
    meter.limitValues(compiled.valuesPerTuple);
    this.values = values;
    this.relations =
      relations === null
        ? compiled.checked.predicates.map((_, predicate) => programFacts(compiled, predicate))
        : [...relations];
    this.softFacts = compiled.softFacts.length === 0 ? [] : [...compiled.softFacts];
    this.heads = new HeadBuilder(compiled, this.values, { termDepth: meter.budget.termDepth, onTermDepth });
    this.join = new Join(this);
    this.plans = compiled.plans;
    this.factCount = compiled.factCount;
    this.#frame = new Int32Array(compiled.frameLength);
  }

  /** The relation of a predicate, as this evaluation's own. */
  writable(predicate: number): Relation {
    const relation = this.relations[predicate]!;
    if (!relation.frozen) return relation;
    // STRATA-API-02: a program's own facts serve many evaluations at once: none may take their storage over.
    const own = relation === this.compiled.facts[predicate] ? relation.clone() : relation.fork();
    this.relations[predicate] = own;
    return own;
  }

  /** The relation of a predicate, with sources of its own to add to. */
  statable(predicate: number): Relation {
    const frozen = this.relations[predicate]!.frozen;
    const relation = this.writable(predicate);
    if (frozen) relation.sources = relation.sources?.clone() ?? null;
    return relation;
  }

  /** All facts are in: rows stated so far are what rules start from. */
  factsComplete(): void {
    for (const relation of this.relations) if (relation.count > relation.visible) relation.settle();
    if (this.factCount - this.compiled.factCount <= REPLAN_ABOVE) return;
    const stated = this.relations.map((relation) => relation.count);
    const derived = new Set(this.compiled.rules.map((rule) => rule.head.predicate));
    const guess = Math.max(...stated, 1);
    this.plans = new PlanTable((predicate) => (derived.has(predicate) ? guess : stated[predicate]!));
  }

  /** A frame with the constants of `rule`; valid until the next call. */
  frameFor(rule: LoweredRule): Int32Array {
    this.#frame.set(rule.template);
    return this.#frame;
  }
}

/** The program's certain facts of a predicate: shared and frozen where it has any. */
export function programFacts(compiled: Compiled, predicate: number): Relation {
  return compiled.facts[predicate] ?? new Relation(compiled.checked.predicates[predicate]!.argTypes.length);
}
