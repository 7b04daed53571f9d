import { sha256Digest } from "../contract/digest.js";
import type { Clock, Journal, JournalEntry } from "../contract/effect.js";
import { AbortedError, JournalError, PelorusError, ReplayDivergenceError } from "../contract/error.js";
import type { SecretMask } from "../contract/secret-mask.js";
import type { EffectRequest, PerformContext, RecordedAnswer } from "./effect-request.js";
import { JournalWriter } from "./journal-writer.js";
import { type RecordedTurn, RecordedTurns } from "./recorded-turns.js";

/** What the door tells its run. */
export interface DoorListener {
  /** The run has come to a pause, now or in the record: it waits for people only. */
  onWaiting(): void;
  /** The leg ends in that pause. */
  onPaused(): void;
  onResumed(leg: number, replayed: boolean): void;
}

interface Waiter {
  readonly request: EffectRequest<unknown>;
  readonly digest: string;
  readonly resolve: (outcome: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** Fires when this one effect is no longer wanted. */
  performing: boolean;
}

interface Settled {
  readonly waiter: Waiter;
  readonly outcome?: unknown;
  readonly error?: unknown;
}

export interface DoorOptions {
  readonly journal: Journal;
  readonly runId: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly listener: DoorListener;
  /** The journal as it was read, the opening entry included. */
  readonly entries: readonly JournalEntry[];
  /** Entries the journal has; more than `entries` where calls are made again. */
  readonly revision?: number;
  /** Set when the journal is unusable from the start: every effect fails with it. */
  readonly failure?: Error;
  /** Replay only: anything that is not recorded is a divergence. */
  readonly replayOnly?: boolean;
  /** Descriptions of models that join the run when it goes on live; journalled there. */
  readonly joined?: readonly unknown[];
  /** Takes secrets out of everything that comes in; null without any. */
  readonly mask?: SecretMask | null;
}

/**
 * The one door between a run and the world (POS-EFF-01). Everything that is not a function of its input goes through
 * `effect`, which journals the outcome before the run uses it.
 *
 * Lanes take turns: a lane holds the turn while its code runs, gives it back when it asks for an effect, and gets it
 * again with the outcome. Outcomes are journalled in the order in which turns are given, and a replay gives the turns
 * in the journal's order. So parallel lanes interleave the same way on every replay, whatever order they finished in.
 */
export class EffectDoor {
  /** Recorded time of the last outcome, ISO-8601 UTC; every event carries it. */
  at: string;
  /** What takes secrets out of all that comes in (POS-SEC-01). */
  readonly mask: SecretMask | null;
  /** The leg that is running, counted from 1. */
  leg = 1;
  readonly #options: DoorOptions;
  readonly #journal: JournalWriter;
  readonly #recorded: RecordedTurns;
  #recordedTime = { time: Number.NaN, at: "" };
  readonly #answerWaiters = new Map<string, (answer: RecordedAnswer) => void>();
  readonly #waiting = new Map<string, Waiter>();
  readonly #internal: (() => void)[] = [];
  readonly #settled: Settled[] = [];
  #turnHeld = true;
  #pumping = false;
  #live: boolean;
  #lanes = 1;
  #paused = false;
  #joined: readonly unknown[];
  #pauseScheduled = false;
  #closed = false;
  #failure: unknown;

  constructor(options: DoorOptions) {
    this.#options = options;
    this.mask = options.mask ?? null;
    this.#failure = options.failure;
    this.#joined = options.joined ?? [];
    this.#journal = new JournalWriter(options, options.revision ?? options.entries.length);
    this.#recorded = new RecordedTurns(options.entries);
    this.at = options.entries[0]?.data.at ?? this.#journal.now();
    // A new run has only its opening entry and nothing to catch up with.
    this.#live = options.entries.length <= 1 && options.replayOnly !== true;
    options.signal.addEventListener("abort", this.#onAbort, { once: true });
  }

  /** True while recorded outcomes are being replayed. */
  get isReplaying(): boolean {
    return !this.#live;
  }

  /** The questions to people that wait for an answer now, by their ids. */
  get openRequests(): ReadonlyMap<string, unknown> {
    const open = new Map<string, unknown>();
    for (const { request } of this.#waiting.values()) {
      if (request.ask !== undefined && !this.#recorded.answers.has(request.ask.id))
        open.set(request.ask.id, request.ask.request);
    }
    return open;
  }

  /** All questions to people under way, in the order they were asked; a replay passes the same ones. */
  get waitingRequests(): readonly unknown[] {
    return [...this.#waiting.values()].flatMap(({ request }) =>
      request.ask === undefined ? [] : [request.ask.request],
    );
  }

  /** Performs an effect, or answers it from the journal. The caller must hold the turn; it holds it again afterwards. */
  async effect<T>(request: EffectRequest<T>): Promise<T> {
    this.#checkOpen();
    const digest = sha256Digest(request.input);
    const recorded = this.#recorded.digestOf(request.key);
    // POS-REC-04: another input under a recorded key means that this is not the run that was recorded.
    if (recorded !== undefined && recorded !== digest) {
      throw new ReplayDivergenceError(request.key, `The input of ${request.key} differs from the recorded one.`);
    }
    const lost = recorded === undefined && !request.idempotent && this.#recorded.started.has(request.key);
    const unrecorded = recorded === undefined && this.#options.replayOnly === true;
    if (unrecorded && this.#recorded.haltReason === undefined) {
      throw new ReplayDivergenceError(request.key, `The record has no outcome for ${request.key}.`);
    }
    if (recorded === undefined && !unrecorded && request.keepInput === true) {
      await this.#journal.putText(digest, request.input);
    }
    // POS-EFF-03: the start of what must not happen twice is durable before it happens.
    if (recorded === undefined && !unrecorded && !request.idempotent && !this.#recorded.started.has(request.key)) {
      this.#recorded.started.add(request.key);
      await this.#journal.append({
        kind: "effect_started",
        data: {
          at: this.#journal.now(),
          key: request.key,
          act: request.act,
          inputDigest: digest,
          ...(request.ask === undefined ? {} : { request: request.ask.request }),
        },
      });
    }
    // A run that was stopped here asked for this no more, or had only begun to.
    if (!unrecorded || this.#recorded.started.has(request.key)) request.onStarted?.();
    return new Promise<T>((resolve, reject) => {
      const waiter: Waiter = {
        request: request as EffectRequest<unknown>,
        digest,
        resolve: resolve as (outcome: unknown) => void,
        reject,
        performing: false,
      };
      this.#waiting.set(request.key, waiter);
      this.#turnHeld = false;
      if (lost && request.lost !== undefined) {
        waiter.performing = true;
        this.#settled.push({ waiter, outcome: request.lost() });
      } else if (this.#live) {
        this.#perform(waiter);
      }
      this.#pump();
    });
  }

  /** Runs lanes side by side, at most `concurrency` at a time, and resolves when all have ended. */
  async parallel(lanes: readonly (() => Promise<void>)[], concurrency: number): Promise<void> {
    if (lanes.length === 0) return;
    await new Promise<void>((resolve) => {
      let next = 0;
      let left = lanes.length;
      const startNext = () => {
        const lane = lanes[next++];
        if (lane === undefined) return;
        this.#lanes++;
        this.#internal.push(() => {
          lane().finally(() => {
            this.#lanes--;
            left--;
            startNext();
            if (left === 0) this.#internal.push(resolve);
            this.#turnHeld = false;
            this.#pump();
          });
        });
      };
      this.#lanes--;
      for (let started = 0; started < Math.max(1, concurrency); started++) startNext();
      this.#turnHeld = false;
      this.#pump();
    });
    this.#lanes++;
  }

  /**
   * Gives the turn away until a lane that holds it calls `wake`; resolves with the turn. Nothing of it is journalled:
   * who wakes whom, and when, follows from the order of turns.
   */
  async standBy(onWake: (wake: () => void) => void): Promise<void> {
    this.#checkOpen();
    await new Promise<void>((resolve) => {
      onWake(() => this.#internal.push(resolve));
      this.#turnHeld = false;
      this.#pump();
    });
  }

  /** Records a person's answer. The promise resolves when it is durable. The id must be open. */
  async answer(id: string, given: unknown, reviewer?: string): Promise<void> {
    const value = this.#masked(given);
    const answer: RecordedAnswer = { value, ...(reviewer === undefined ? {} : { reviewer }) };
    this.#recorded.answers.set(id, answer);
    await this.#journal.append({
      kind: "answer_given",
      data: { at: this.#journal.now(), id, value, ...(reviewer === undefined ? {} : { reviewer }) },
    });
    if (this.#paused) {
      this.#paused = false;
      await this.#resumeLeg();
    }
    const waiter = this.#answerWaiters.get(id);
    this.#answerWaiters.delete(id);
    waiter?.(answer);
  }

  /** Journals that an observer failed; a replay repeats the note. Never throws: the run goes on. */
  recordNote(afterSeq: number, detail: string): void {
    this.#journal
      .append({ kind: "note_recorded", data: { at: this.at, afterSeq, detail } })
      .catch((error: unknown) => this.#fail(error));
  }

  /** Appends the closing entry and lets go of the caller's signal. */
  async close(status: string, end: { readonly haltReason?: string; readonly csoHmac?: string } = {}): Promise<void> {
    if (this.#closed) return;
    this.#release();
    const alreadyClosed = !this.#live || this.#options.replayOnly === true;
    if (alreadyClosed || this.#failure !== undefined) return;
    await this.#journal.append({
      kind: "run_closed",
      data: { at: this.#journal.now(), status, ...end },
    });
  }

  #release(): void {
    this.#closed = true;
    this.#options.signal.removeEventListener("abort", this.#onAbort);
  }

  /** `at` in milliseconds since the epoch. */
  get time(): number {
    if (this.at !== this.#recordedTime.at) this.#recordedTime = { time: Date.parse(this.at), at: this.at };
    return this.#recordedTime.time;
  }

  #checkOpen(): void {
    if (this.#failure !== undefined) throw this.#failure;
    // What is recorded is gone through first: a run that is stopped while it is taken up ends where its record does.
    if (this.#options.signal.aborted && this.#live) throw abortedError(this.#options.signal);
  }

  readonly #onAbort = (): void => {
    // What is recorded happened before the abort, or because of it: a replay goes through it first.
    if (!this.#recorded.isUsedUp || !this.#live) return;
    if (!this.#paused) {
      this.#endWaiters(abortedError(this.#options.signal));
      return;
    }
    this.#paused = false;
    this.#resumeLeg().then(
      () => this.#endWaiters(abortedError(this.#options.signal)),
      (error: unknown) => this.#fail(error),
    );
  };

  /** Answers everything under way with what is known of it; the rest with the error. */
  #endWaiters(error: Error): void {
    for (const waiter of this.#waiting.values()) {
      if (this.#settled.some((settled) => settled.waiter === waiter)) continue;
      const { aborted } = waiter.request;
      this.#settled.push(
        aborted !== undefined && waiter.performing ? { waiter, outcome: aborted() } : { waiter, error },
      );
    }
    this.#pump();
  }

  /** The record is used up: a run that was aborted there is aborted again, any other record is incomplete. */
  #endReplay(): void {
    if (this.#recorded.endsInPause) {
      this.#live = true;
      this.#paused = true;
      this.#turnHeld = false;
      this.#options.listener.onPaused();
      return;
    }
    const { haltReason } = this.#recorded;
    if (haltReason === undefined) {
      this.#fail(
        new ReplayDivergenceError(
          this.#waiting.keys().next().value ?? this.#options.runId,
          "The record ends before the run does.",
        ),
      );
      return;
    }
    this.#live = true;
    this.#turnHeld = false;
    this.#failure = new AbortedError("The recorded run was stopped here.", { cause: haltReason });
    for (const waiter of this.#waiting.values()) this.#settled.push({ waiter, error: this.#failure });
  }

  #perform(waiter: Waiter): void {
    waiter.performing = true;
    const { request } = waiter;
    const context: PerformContext = {
      signal: this.#options.signal,
      isAlone: () => this.#lanes === 1,
      answer: () => this.#awaitAnswer(request),
    };
    const settle = (settled: Settled) => {
      // After an abort the waiter is gone: a late result of an old attempt is dropped (POS-RUN-07).
      if (this.#waiting.get(request.key) !== waiter) return;
      if (this.#settled.some((other) => other.waiter === waiter)) return;
      this.#settled.push(settled);
      this.#pump();
    };
    try {
      const outcome = request.perform(context);
      if (outcome instanceof Promise) {
        outcome.then(
          (value) => settle({ waiter, outcome: this.#masked(value) }),
          (error: unknown) => settle({ waiter, error }),
        );
      } else {
        this.#settled.push({ waiter, outcome: this.#masked(outcome) });
      }
    } catch (error) {
      this.#settled.push({ waiter, error });
    }
  }

  // POS-SEC-01: before it is journalled and before the run uses it, so that a replay has the same.
  #masked(value: unknown): unknown {
    try {
      return this.mask === null ? value : this.mask.value(value);
    } catch {
      // What is no JSON is refused where it is journalled.
      return value;
    }
  }

  #awaitAnswer(request: EffectRequest<unknown>): Promise<RecordedAnswer> {
    if (request.ask === undefined) throw new TypeError(`${request.key} asks nobody`);
    const { id } = request.ask;
    const known = this.#recorded.answers.get(id);
    if (known !== undefined) return Promise.resolve(known);
    return new Promise((resolve) => {
      this.#answerWaiters.set(id, resolve);
    });
  }

  /** Gives the turn to whoever is next. A call from inside a starting lane leaves the work to the loop under way. */
  #pump(): void {
    if (this.#pumping) return;
    this.#pumping = true;
    try {
      while (!this.#turnHeld && this.#giveTurn());
    } finally {
      this.#pumping = false;
    }
  }

  #giveTurn(): boolean {
    const start = this.#internal.shift();
    if (start !== undefined) {
      this.#turnHeld = true;
      start();
      return true;
    }
    const recorded = this.#recorded.take();
    if (recorded !== undefined) {
      this.#turnHeld = true;
      void this.#grantRecorded(recorded);
      return true;
    }
    if (!this.#live) {
      this.#turnHeld = true;
      if (this.#options.replayOnly === true) this.#endReplay();
      else void this.#goLive();
      return true;
    }
    const settled = this.#settled.shift();
    if (settled !== undefined) {
      this.#turnHeld = true;
      void this.#grantSettled(settled);
      return true;
    }
    this.#schedulePause();
    return false;
  }

  async #grantRecorded(entry: RecordedTurn): Promise<void> {
    if (entry.kind === "leg_waiting" || entry.kind === "leg_resumed") {
      if (entry.kind === "leg_waiting") {
        this.#options.listener.onWaiting();
      } else {
        this.leg = entry.data.leg;
        this.at = entry.data.at;
        this.#options.listener.onResumed(this.leg, true);
      }
      this.#turnHeld = false;
      this.#pump();
      return;
    }
    const waiter = this.#waiting.get(entry.data.key);
    if (waiter === undefined) {
      this.#fail(new ReplayDivergenceError(entry.data.key, `The run no longer asks for ${entry.data.key}.`));
      return;
    }
    try {
      const outcome = await this.#journal.loadOutcome(entry.data.outcome);
      this.#grant(waiter, outcome, entry.data.at, true);
    } catch (error) {
      this.#fail(error);
    }
  }

  async #grantSettled(settled: Settled): Promise<void> {
    const { waiter } = settled;
    if ("error" in settled) {
      this.#waiting.delete(waiter.request.key);
      waiter.reject(settled.error);
      return;
    }
    const at = this.#journal.now();
    try {
      // POS-EFF-02: the outcome is durable before it is used.
      await this.#journal.append({
        kind: "effect_finished",
        data: {
          at,
          key: waiter.request.key,
          act: waiter.request.act,
          inputDigest: waiter.digest,
          outcome: await this.#journal.storeOutcome(settled.outcome),
        },
      });
    } catch (error) {
      this.#fail(error);
      return;
    }
    this.#grant(waiter, settled.outcome, at, false);
  }

  #grant(waiter: Waiter, outcome: unknown, at: string, replayed: boolean): void {
    this.#waiting.delete(waiter.request.key);
    waiter.request.onOutcome?.(outcome, { replayed });
    this.at = at;
    waiter.resolve(outcome);
  }

  async #goLive(): Promise<void> {
    const waitsOn = [...this.#waiting.values()];
    const nothingToDo =
      this.#recorded.endsInPause &&
      waitsOn.every(({ request }) => request.ask !== undefined && !this.#recorded.answers.has(request.ask.id));
    this.#live = true;
    if (nothingToDo && !this.#options.signal.aborted) {
      // Resumed without a new answer: the recorded pause still holds.
      for (const waiter of waitsOn) this.#perform(waiter);
      this.#paused = true;
      this.#turnHeld = false;
      this.#options.listener.onPaused();
      return;
    }
    try {
      await this.#resumeLeg();
    } catch (error) {
      this.#fail(error);
      return;
    }
    // POS-EFF-05: a deadline that has passed meanwhile stops the run here.
    if (this.#options.signal.aborted) {
      this.#turnHeld = false;
      this.#endWaiters(abortedError(this.#options.signal));
      return;
    }
    for (const waiter of waitsOn) if (!waiter.performing) this.#perform(waiter);
    this.#turnHeld = false;
    this.#pump();
  }

  async #resumeLeg(): Promise<void> {
    const at = this.#journal.now();
    this.leg++;
    const models = this.#joined;
    this.#joined = [];
    await this.#journal.append({
      kind: "leg_resumed",
      data: { at, leg: this.leg, ...(models.length === 0 ? {} : { models: [...models] }) },
    });
    this.at = at;
    this.#options.listener.onResumed(this.leg, false);
  }

  /** All lanes wait; when they wait for people only, and nobody answers in the same tick, the leg ends. */
  #schedulePause(): void {
    if (this.#pauseScheduled || this.#paused || !this.#waitsForPeopleOnly()) return;
    this.#pauseScheduled = true;
    setImmediate(() => {
      this.#pauseScheduled = false;
      if (this.#closed || this.#turnHeld || this.#settled.length > 0 || !this.#waitsForPeopleOnly()) return;
      this.#paused = true;
      this.#journal.append({ kind: "leg_waiting", data: { at: this.at, leg: this.leg } }).then(
        () => {
          if (!this.#paused) return;
          this.#options.listener.onWaiting();
          this.#options.listener.onPaused();
        },
        (error: unknown) => this.#fail(error),
      );
    });
  }

  #waitsForPeopleOnly(): boolean {
    if (this.#waiting.size === 0) return false;
    for (const { request } of this.#waiting.values()) {
      if (request.ask === undefined || !this.#answerWaiters.has(request.ask.id)) return false;
    }
    return true;
  }

  /** A journal that cannot be read or written, or a diverging replay, ends every lane. */
  #fail(error: unknown): void {
    this.#failure ??= PelorusError.isInstance(error)
      ? error
      : new JournalError("journal_failed", `The journal of run ${this.#options.runId} failed.`, { cause: error });
    this.#recorded.drop();
    this.#live = true;
    this.#settled.length = 0;
    for (const waiter of this.#waiting.values()) this.#settled.push({ waiter, error: this.#failure });
    this.#turnHeld = false;
    this.#pump();
  }
}

function abortedError(signal: AbortSignal): Error {
  return signal.reason instanceof AbortedError
    ? signal.reason
    : new AbortedError("The run was aborted.", { cause: signal.reason });
}
