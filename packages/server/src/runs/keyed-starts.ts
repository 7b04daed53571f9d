import { ServerError } from "../problem/server-error.js";

interface KeyedStart {
  readonly fingerprint: string;
  /** Id of the run, once it has begun. */
  readonly runId: Promise<string>;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** How many keys are kept of each owner, and for how long. */
export interface KeyedStartsOptions {
  readonly perOwner: number;
  readonly keptMs: number;
  /** Milliseconds since the epoch; default the system's clock. */
  readonly clock?: () => number;
}

/** Runs that were started under a key: who sends it again is given the run, and no second one is started. */
export class KeyedStarts {
  readonly #options: Required<KeyedStartsOptions>;
  /** By owner, then by key; the longest kept ones first. */
  readonly #owners = new Map<string, Map<string, KeyedStart>>();

  constructor(options: KeyedStartsOptions) {
    this.#options = { clock: Date.now, ...options };
  }

  /**
   * The id of the run of this key: the one it was used for before, also while that is beginning, else the one `begin`
   * starts. A start that fails leaves the key unused. Rejects with what `begin` rejects with, and with `ServerError`
   * (`idempotency_key_reused`) where the key was used for something else than the fingerprint stands for.
   */
  async once(owner: string, key: string, fingerprint: string, begin: () => Promise<string>): Promise<string> {
    this.#forgetOld();
    const known = this.#owners.get(owner)?.get(key);
    if (known !== undefined) {
      if (known.fingerprint === fingerprint) return known.runId;
      throw new ServerError("idempotency_key_reused", `The key ${JSON.stringify(key)} was used for another request.`);
    }
    const start: KeyedStart = { fingerprint, runId: begin(), at: this.#options.clock() };
    const keys = this.#keysOf(owner);
    keys.set(key, start);
    for (const oldest of keys.keys()) {
      if (keys.size <= this.#options.perOwner) break;
      keys.delete(oldest);
    }
    try {
      return await start.runId;
    } catch (error) {
      if (keys.get(key) === start) keys.delete(key);
      throw error;
    }
  }

  #keysOf(owner: string): Map<string, KeyedStart> {
    const keys = this.#owners.get(owner) ?? new Map<string, KeyedStart>();
    this.#owners.set(owner, keys);
    return keys;
  }

  /** Done when somebody comes, so that no timer keeps a process alive. */
  #forgetOld(): void {
    const oldest = this.#options.clock() - this.#options.keptMs;
    for (const [owner, keys] of this.#owners) {
      for (const [key, { at }] of keys) {
        if (at > oldest) break;
        keys.delete(key);
      }
      if (keys.size === 0) this.#owners.delete(owner);
    }
  }
}
