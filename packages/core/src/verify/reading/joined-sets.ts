/** Putting a value into a set costs about as much as asking so many. */
const COST_OF_JOINING = 4;

/**
 * Several sets as one, for asking only. Asking goes through the sets one by one; once that has cost as much as joining
 * them, they are joined, so that any number of questions stays linear.
 */
export class JoinedSets {
  readonly #sets: readonly ReadonlySet<string>[];
  readonly #size: number;
  #asked = 0;
  #joined: ReadonlySet<string> | null = null;

  constructor(sets: readonly ReadonlySet<string>[]) {
    this.#sets = sets;
    this.#size = sets.reduce((sum, { size }) => sum + size, 0);
  }

  has(value: string): boolean {
    if (this.#joined !== null) return this.#joined.has(value);
    this.#asked += this.#sets.length;
    if (this.#asked > COST_OF_JOINING * this.#size) this.#joined = this.#join();
    for (const set of this.#sets) if (set.has(value)) return true;
    return false;
  }

  #join(): ReadonlySet<string> {
    const joined = new Set<string>();
    for (const set of this.#sets) for (const value of set) joined.add(value);
    return joined;
  }
}
