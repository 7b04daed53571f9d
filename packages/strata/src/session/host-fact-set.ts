import type { ReadFact } from "../evaluate/read-facts.js";

/** A host fact of a session, with the number its source has. */
export interface SessionFact extends ReadFact {
  readonly source: number;
}

/** The host facts of a session: a set of (atom, weight, prob), found by atom (STRATA-API-03). */
export class HostFactSet {
  readonly #byPredicate = new Map<number, Map<string, SessionFact[]>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** False when the fact was there already. */
  add(fact: SessionFact): boolean {
    let atoms = this.#byPredicate.get(fact.predicate);
    if (atoms === undefined) {
      atoms = new Map();
      this.#byPredicate.set(fact.predicate, atoms);
    }
    const key = fact.tuple.join();
    const same = atoms.get(key);
    if (same?.some((other) => isSame(other, fact)) === true) return false;
    if (same === undefined) atoms.set(key, [fact]);
    else same.push(fact);
    this.#size += 1;
    return true;
  }

  /** The fact that was removed, or null when there is no such host fact. */
  remove(fact: ReadFact): SessionFact | null {
    const atoms = this.#byPredicate.get(fact.predicate);
    const key = fact.tuple.join();
    const same = atoms?.get(key) ?? [];
    const at = same.findIndex((other) => isSame(other, fact));
    if (at < 0) return null;
    const [removed] = same.splice(at, 1);
    if (same.length === 0) atoms!.delete(key);
    this.#size -= 1;
    return removed!;
  }

  /** The facts that state an atom, in the order they were asserted. */
  of(predicate: number, tuple: Int32Array): readonly SessionFact[] {
    return this.#byPredicate.get(predicate)?.get(tuple.join()) ?? [];
  }

  *ofPredicate(predicate: number): Generator<SessionFact> {
    for (const same of this.#byPredicate.get(predicate)?.values() ?? []) yield* same;
  }

  *all(): Generator<SessionFact> {
    for (const predicate of this.#byPredicate.keys()) yield* this.ofPredicate(predicate);
  }
}

function isSame(left: ReadFact, right: ReadFact): boolean {
  return left.weight === right.weight && left.prob === right.prob;
}
