import { Join } from "../evaluate/join.js";
import { Meter } from "../evaluate/meter.js";
import type { Relation } from "../evaluate/relation.js";
import type { Snapshot } from "../evaluate/snapshot.js";
import type { Atom } from "../ir/term.js";
import { ValueTable } from "../lower/value-table.js";

/** Rows one explanation may visit: it is asked interactively, and must end even where the evaluation took long. */
const STEPS = 20_000_000;

/** What explaining works with: the evaluation's rows as they were, and joins of its own over them. */
export class ExplanationContext {
  readonly snapshot: Snapshot;
  readonly relations: readonly Relation[];
  /** Values that only the question mentions live here. */
  readonly values: ValueTable;
  readonly meter: Meter;

  constructor(snapshot: Snapshot) {
    this.snapshot = snapshot;
    this.relations = snapshot.relations;
    this.values = new ValueTable(snapshot.values);
    const { budget } = snapshot;
    this.meter = new Meter({ budget: { ...budget, steps: Math.min(budget.steps, STEPS) }, pauses: false });
  }

  join(): Join {
    return new Join(this);
  }

  atom(predicate: number, row: number): Atom {
    const { data, arity } = this.relations[predicate]!;
    const args = Array.from(data.subarray(row * arity, (row + 1) * arity), (id) => this.values.toTerm(id));
    return { pred: this.snapshot.compiled.checked.predicates[predicate]!.name, args };
  }
}
