import type { CheckedPredicate } from "../check/checked-program.js";
import type { DiagnosticCode } from "../diagnostic/codes.js";
import { DiagnosticList } from "../diagnostic/diagnostic-list.js";
import { nearestName } from "../diagnostic/nearest-name.js";
import type { Compiled } from "../lower/compiled.js";
import { ABSENT, type ValueTable } from "../lower/value-table.js";
import { addFact } from "./add-fact.js";
import type { EvaluationState } from "./evaluation-state.js";
import { budgetStop, EvaluationStop } from "./evaluation-stop.js";
import type { Meter } from "./meter.js";
import { CellReader } from "./read-cell.js";
import { hostSource } from "./source.js";

/** A fact as read: where it goes and what it carries. */
export interface ReadFact {
  readonly predicate: number;
  readonly tuple: Int32Array;
  readonly weight: number | "inf" | null;
  readonly prob: number | null;
}

/** What reading facts works with. */
export interface FactTarget {
  readonly compiled: Compiled;
  readonly values: ValueTable;
  readonly meter: Meter;
  /** Holds the row that was read last; at least as long as the widest row. */
  readonly heads: { readonly tuple: Int32Array };
  factCount: number;
}

/** Takes a fact that was read; `index` counts host facts. The tuple is reused, and may be longer than the row. */
export type FactSink = (fact: ReadFact, index: number) => void;

/** States the host's facts in `state`; yields where the event loop may run. The diagnostics refuse all of them. */
export function* readFacts(state: EvaluationState, facts: unknown): Generator<void, DiagnosticList> {
  return yield* new FactReader(state, (fact, index) => stateFact(state, fact, hostSource(index))).read(facts);
}

/** Adds one fact to the evaluation. */
export function stateFact(state: EvaluationState, fact: ReadFact, source: number): void {
  const { predicate, tuple, weight, prob } = fact;
  if (prob === null) addFact(state.statable(predicate), tuple, weight, source);
  else state.softFacts.push({ predicate, tuple: tuple.slice(0, state.relations[predicate]!.arity), prob, source });
}

/** Reads facts, one by one or in groups, and checks each as a program's facts are checked (STRATA-API-01). */
export class FactReader {
  readonly #state: FactTarget;
  readonly #sink: FactSink;
  readonly #report: DiagnosticList;
  readonly #cells: CellReader;
  #index = 0;

  constructor(state: FactTarget, sink: FactSink) {
    this.#state = state;
    this.#sink = sink;
    this.#report = new DiagnosticList(state.meter.budget.diagnostics);
    this.#cells = new CellReader(state.values);
  }

  /** Reads all of them; whatever they are, only diagnostics come of it (STRATA-BUD-03). */
  *read(facts: unknown): Generator<void, DiagnosticList> {
    try {
      yield* this.#readAll(facts);
    } catch (reason) {
      if (reason instanceof EvaluationStop) throw reason;
      // STRATA-BUD-03: a host's object can throw from a getter or a proxy.
      this.#report.add(2012, "/facts", "the facts cannot be read");
    }
    return this.#report;
  }

  *#readAll(facts: unknown): Generator<void, void> {
    if (!Array.isArray(facts)) {
      this.#report.add(2012, "/facts", "facts are a list");
      return;
    }
    for (let at = 0; at < facts.length; at += 1) {
      const entry: unknown = facts[at];
      if (typeof entry !== "object" || entry === null) {
        this.#report.add(2012, `/facts/${at}`, "a fact or a group of rows belongs here");
      } else if ("rows" in entry) {
        yield* this.#group(entry as Record<string, unknown>, at);
      } else {
        this.#single(entry as Record<string, unknown>, at);
        if (this.#state.meter.pauseWanted) yield;
      }
    }
  }

  #single(entry: Record<string, unknown>, at: number): void {
    const { atom } = entry;
    const { pred, args } = (typeof atom === "object" && atom !== null ? atom : {}) as Record<string, unknown>;
    if (typeof pred !== "string" || !Array.isArray(args)) {
      this.#report.add(2012, `/facts/${at}/atom`, "a fact has an atom with pred and args");
      return;
    }
    const predicate = this.#predicate(pred, `/facts/${at}/atom/pred`);
    if (predicate !== null) this.#fact(predicate, args, entry.weight, entry.prob, [at, "atom/args"]);
    this.#index += 1;
  }

  *#group(entry: Record<string, unknown>, at: number): Generator<void, void> {
    const { pred, rows, weights, probs } = entry;
    if (typeof pred !== "string" || !Array.isArray(rows)) {
      this.#report.add(2012, `/facts/${at}`, "a group has pred and rows");
      return;
    }
    for (const [name, list] of [
      ["weights", weights],
      ["probs", probs],
    ] as const) {
      if (list === undefined || (Array.isArray(list) && list.length === rows.length)) continue;
      this.#report.add(2012, `/facts/${at}/${name}`, `${name} has one entry per row`);
      return;
    }
    const predicate = this.#predicate(pred, `/facts/${at}/pred`);
    if (predicate === null) return;
    for (let row = 0; row < rows.length; row += 1) {
      const cells: unknown = rows[row];
      if (!Array.isArray(cells)) this.#report.add(2012, `/facts/${at}/rows/${row}`, "a row is a list of cells");
      else this.#fact(predicate, cells, entryAt(weights, row), entryAt(probs, row), [at, `rows/${row}`]);
      this.#index += 1;
      if (this.#state.meter.pauseWanted) yield;
    }
  }

  #predicate(name: string, path: string): CheckedPredicate | null {
    const { predicateIds, predicates } = this.#state.compiled.checked;
    const id = predicateIds.get(name);
    if (id !== undefined) return predicates[id]!;
    if (this.#report.full) {
      this.#report.add(1001, path, "no such predicate");
      return null;
    }
    const nearest = nearestName(name, predicateIds.keys());
    this.#report.add(1001, path, `the predicate ${JSON.stringify(name)} is not declared`, {
      hint: nearest === null ? "declare it in the program" : `did you mean ${JSON.stringify(nearest.name)}?`,
    });
    return null;
  }

  #fact(
    predicate: CheckedPredicate,
    cells: readonly unknown[],
    weight: unknown,
    prob: unknown,
    [at, place]: readonly [number, string],
  ): void {
    const { meter, heads } = this.#state;
    meter.tick();
    this.#state.factCount += 1;
    if (this.#state.factCount > meter.budget.facts) {
      throw budgetStop("facts", meter.budget.facts, this.#state.factCount);
    }
    const problem = annotationProblem(predicate, weight ?? null, prob ?? null);
    if (problem !== null) {
      this.#report.add(problem[0], `/facts/${at}`, problem[1]);
      return;
    }
    const { argTypes } = predicate;
    if (cells.length !== argTypes.length) {
      const message = `${JSON.stringify(predicate.name)} has ${argTypes.length} columns, the fact ${cells.length}`;
      this.#report.add(1005, `/facts/${at}/${place}`, message);
      return;
    }
    const { tuple } = heads;
    for (let column = 0; column < cells.length; column += 1) {
      const id = this.#cells.read(cells[column], argTypes[column]!);
      if (id === ABSENT) {
        const { code, message } = this.#cells.problem!;
        this.#report.add(code, `/facts/${at}/${place}/${column}`, message);
        return;
      }
      tuple[column] = id;
    }
    this.#sink(
      {
        predicate: predicate.id,
        tuple,
        weight: typeof weight === "number" ? weight + 0 : weight === "inf" ? weight : null,
        prob: typeof prob === "number" ? prob : null,
      },
      this.#index,
    );
  }
}

function entryAt(list: unknown, index: number): unknown {
  return Array.isArray(list) ? list[index] : undefined;
}

/** E1009 and E1010 of one fact, or what is wrong with the numbers themselves. */
function annotationProblem(
  { annotation, model, name }: CheckedPredicate,
  weight: unknown,
  prob: unknown,
): readonly [DiagnosticCode, string] | null {
  if (weight === null && prob === null && annotation.kind !== "trop" && model === null) return null;
  const shown = JSON.stringify(name);
  if (weight !== null && weight !== "inf") {
    if (typeof weight !== "number") return [2012, 'a weight is an integer or "inf"'];
    if (!Number.isSafeInteger(weight)) return [2007, `the weight ${weight} is not a safe integer`];
  }
  if (prob !== null && typeof prob !== "number") return [2012, "a probability is a number"];
  if (weight !== null && annotation.kind !== "trop") return [1009, `${shown} is not trop: its facts have no weight`];
  if (annotation.kind === "trop" && prob !== null) return [1009, `${shown} is trop: its facts have no probability`];
  if (annotation.kind === "trop" && weight === null) return [1009, `${shown} is trop: its facts have a weight`];
  if (prob !== null && !(prob >= 0 && prob <= 1)) return [1009, "a probability lies within 0..1"];
  if (model !== null && prob === null) return [1010, `${shown} is neural: its facts have a probability`];
  return null;
}
