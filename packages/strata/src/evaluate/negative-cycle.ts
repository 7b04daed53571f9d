import type { Atom } from "../ir/term.js";
import type { ImprovementLog } from "./annotate-sink.js";
import type { EvaluationState } from "./evaluation-state.js";
import { stop } from "./evaluation-stop.js";

/**
 * Finds cycles of negative weight in a trop component (STRATA-EVAL-06). Every improvement remembers the changed row it
 * came from. A cycle of such links can be pumped for ever, so it is an answer as soon as it shows; and once a round
 * beyond the number of rows still improves something, its links are more than there are rows and must close.
 */
export class NegativeCycleWatch implements ImprovementLog {
  readonly #state: EvaluationState;
  readonly #predicates: readonly number[];
  readonly #place: ReadonlyMap<number, number>;
  /** Per predicate of the component and row: the node it improved from, or undefined. */
  readonly #links: (number | undefined)[][];

  constructor(state: EvaluationState, predicates: readonly number[]) {
    this.#state = state;
    this.#predicates = predicates;
    this.#place = new Map(predicates.map((predicate, place) => [predicate, place]));
    this.#links = predicates.map(() => []);
  }

  improve(predicate: number, row: number, fromPredicate: number, fromRow: number): void {
    const from = this.#place.get(fromPredicate);
    this.#links[this.#place.get(predicate)!]![row] = from === undefined ? undefined : this.#node(from, fromRow);
  }

  /** Throws E2014 when the links close a cycle; looks after 2, 4, 8, … rounds and once there are more than rows. */
  check(round: number): void {
    const rows = this.#predicates.reduce((sum, predicate) => sum + this.#state.relations[predicate]!.count, 0);
    // STRATA-EVAL-06: a fixpoint is reached within as many rounds as there are rows.
    if (round <= rows && (round & (round - 1)) !== 0) return;
    this.search();
  }

  /** Throws E2014 when the links close a cycle. */
  search(): void {
    const cycle = this.#findCycle();
    if (cycle === null) return;
    throw stop(2014, "", `a cycle of ${cycle.length} rows has negative weight, so no least weight exists`, {
      hint: "make the weights on the cycle sum to at least 0",
      detail: { cycle },
    });
  }

  #findCycle(): Atom[] | null {
    /** Per predicate and row the walk that reached it first; 0 for none. */
    const seen = this.#predicates.map((predicate) => new Int32Array(this.#state.relations[predicate]!.count));
    let walk = 0;
    for (let place = 0; place < this.#links.length; place += 1) {
      for (let row = 0; row < this.#links[place]!.length; row += 1) {
        walk += 1;
        let node: number | undefined = this.#node(place, row);
        while (node !== undefined && this.#mark(seen, node) === 0) {
          this.#state.meter.tick();
          seen[this.#placeOf(node)]![this.#rowOf(node)] = walk;
          node = this.#linkOf(node);
        }
        if (node !== undefined && this.#mark(seen, node) === walk) return this.#atomsFrom(node);
      }
    }
    return null;
  }

  #atomsFrom(start: number): Atom[] {
    const atoms: Atom[] = [];
    let node = start;
    do {
      atoms.push(this.#atom(node));
      node = this.#linkOf(node)!;
    } while (node !== start);
    // A link points at a premise; told forward, each row supports the next.
    return atoms.reverse();
  }

  #atom(node: number): Atom {
    const predicate = this.#predicates[this.#placeOf(node)]!;
    const row = this.#rowOf(node);
    const { data, arity } = this.#state.relations[predicate]!;
    const args = Array.from(data.subarray(row * arity, (row + 1) * arity), (id) => this.#state.values.toTerm(id));
    return { pred: this.#state.compiled.checked.predicates[predicate]!.name, args };
  }

  #mark(seen: readonly Int32Array[], node: number): number {
    return seen[this.#placeOf(node)]![this.#rowOf(node)]!;
  }

  #linkOf(node: number): number | undefined {
    return this.#links[this.#placeOf(node)]![this.#rowOf(node)];
  }

  #placeOf(node: number): number {
    return node % this.#predicates.length;
  }

  #rowOf(node: number): number {
    return Math.floor(node / this.#predicates.length);
  }

  #node(place: number, row: number): number {
    return row * this.#predicates.length + place;
  }
}
