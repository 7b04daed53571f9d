import type { Budget } from "../diagnostic/budget.js";
import { budgetStop, PAUSE, stop } from "./evaluation-stop.js";

/** Steps between two looks at the clock and the signal. */
const CHECK_EVERY = 4096;

/** How long an asynchronous evaluation works before the event loop gets its turn. */
const SLICE_MS = 6;

export interface MeterOptions {
  readonly budget: Budget;
  readonly signal?: AbortSignal | undefined;
  /** True when the caller can give way to the event loop. */
  readonly pauses: boolean;
}

/** Counts what an evaluation uses and stops it at its limits (STRATA-BUD-01, STRATA-BUD-02). */
export class Meter {
  readonly budget: Budget;
  /** Set when the event loop should get its turn; joins then return at their next row. */
  pauseWanted = false;
  #steps = 0;
  #ticks = 0;
  #nextCheck = 0;
  #derived = 0;
  #rounds = 0;
  #values = 0;
  #valueLimit = Number.POSITIVE_INFINITY;
  readonly #signal: AbortSignal | undefined;
  readonly #pauses: boolean;
  readonly #started: number;
  #sliceEnd: number;

  constructor({ budget, signal, pauses }: MeterOptions) {
    this.budget = budget;
    this.#signal = signal;
    this.#pauses = pauses;
    this.#started = budget.wallMs === null && !pauses ? 0 : performance.now();
    this.#sliceEnd = this.#started + SLICE_MS;
    this.check();
  }

  get steps(): number {
    return this.#steps;
  }

  get derivedTuples(): number {
    return this.#derived;
  }

  /** One row visited, or one unit of like work. */
  step(): void {
    this.#steps += 1;
    if (this.#steps >= this.#nextCheck) this.check();
  }

  /** One row added by a rule. */
  derive(): void {
    this.#derived += 1;
    const limit = this.budget.derivedTuples;
    if (this.#derived > limit) throw budgetStop("derived_tuples", limit, this.#derived);
  }

  round(): void {
    this.#rounds += 1;
    const limit = this.budget.rounds;
    if (this.#rounds > limit) throw budgetStop("rounds", limit, this.#rounds);
    this.step();
  }

  /** Values that joins may make beside those of rows: without a bound, terms nobody keeps could fill the memory. */
  limitValues(perTuple: number): void {
    this.#valueLimit = (this.budget.derivedTuples + 1) * perTuple;
  }

  makeValue(): void {
    this.#values += 1;
    if (this.#values > this.#valueLimit) {
      throw budgetStop("derived_tuples", this.budget.derivedTuples, this.budget.derivedTuples + 1);
    }
  }

  /** One unit of work that is no join step: only the clock and the signal see it. */
  tick(): void {
    this.#ticks += 1;
    if (this.#ticks % CHECK_EVERY === 0) this.check();
  }

  /** For work that cannot return half-way but remembers what it did: interrupts it when a pause is due. */
  interrupt(): void {
    this.tick();
    if (this.pauseWanted) throw PAUSE;
  }

  /** The event loop had its turn. */
  resume(): void {
    this.pauseWanted = false;
    this.#sliceEnd = performance.now() + SLICE_MS;
    this.check();
  }

  /** Looks at every limit that steps and time can reach. */
  check(): void {
    const { steps, wallMs } = this.budget;
    if (this.#steps > steps) throw budgetStop("steps", steps, this.#steps);
    this.#nextCheck = Math.min(this.#steps + CHECK_EVERY, steps + 1);
    // STRATA-BUD-02: the signal and the clock are read here, at least every 4,096 steps.
    if (this.#signal?.aborted === true) throw stop(2021, "", "the evaluation was aborted");
    if (wallMs === null && !this.#pauses) return;
    const now = performance.now();
    if (wallMs !== null && now - this.#started > wallMs) {
      throw budgetStop("wall_ms", wallMs, Math.ceil(now - this.#started));
    }
    if (this.#pauses && now >= this.#sliceEnd) this.pauseWanted = true;
  }
}
