import type { Journal, JournalEntry } from "../contract/effect.js";
import { AbortedError, AnswerNotUnderstoodError, UnknownRequestError } from "../contract/error.js";
import type { RunEvent } from "../contract/event.js";
import type { LanguageModel } from "../contract/model.js";
import { memoryJournal } from "../effect/memory-journal.js";
import { interpretApproval } from "../policy/interpret-approval.js";
import { chainOf } from "./attempt-models.js";
import { executeLeg } from "./execute-leg.js";
import { finishRun, waitingResult } from "./finish-run.js";
import { openRun, type RunStop } from "./open-run.js";
import { restoreRecord } from "./restore-record.js";
import type { PositionedResult } from "./result.js";
import type { Run } from "./run.js";
import { runDocument } from "./run-document.js";
import type { ModelDescription, RunInputs } from "./run-inputs.js";
import type { RunOptions } from "./run-options.js";

export interface DriveSpec {
  readonly request: string;
  readonly options: RunOptions;
  readonly runId: string;
  readonly sessionId: string;
  /** A live handle can take answers, so the run may wait without a journal of its own. */
  readonly live: boolean;
  readonly entries?: readonly JournalEntry[];
  readonly inputs?: RunInputs | null;
  readonly replayOnly?: boolean;
  /** The status a finished run was closed with: it is told again, and documents that its record lacks are written. */
  readonly restores?: string | null;
  /** The models to call, where they are not those of `options.model`. */
  readonly models?: readonly LanguageModel[];
  /** Of these, the ones that join the run now: journalled when it goes on. */
  readonly joined?: readonly ModelDescription[];
  /** Entries the journal has, where `entries` leaves out calls that are made again. */
  readonly revision?: number;
  /** Events that earlier attempts told, and the leg from which on this attempt tells its own. */
  readonly history?: readonly RunEvent[];
  readonly firstLeg?: number;
  /** Why a recorded run was stopped, for its replay. */
  readonly abortReason?: string | null;
}

/** A run under way: what handles, promises and replays share. */
export class DrivenRun {
  readonly runId: string;
  readonly #spec: DriveSpec;
  readonly #stop: RunStop;
  #run: Run | null = null;
  readonly #opened: Promise<Run>;
  #result: Promise<PositionedResult>;
  #settleLeg: {
    resolve: (result: PositionedResult | Promise<PositionedResult>) => void;
    reject: (error: unknown) => void;
  } | null = null;
  #waiting = false;
  #finished = false;
  #deadlineTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(spec: DriveSpec) {
    this.runId = spec.runId;
    this.#spec = spec;
    this.#stop = { controller: new AbortController(), reason: spec.abortReason ?? "aborted" };
    const journal: Journal = spec.options.journal ?? memoryJournal();
    this.#result = this.#nextLeg();
    this.#listen();
    this.#opened = openRun({
      request: spec.request,
      options: spec.options,
      runId: spec.runId,
      sessionId: spec.sessionId,
      journal,
      canWait: spec.live || spec.options.journal !== undefined,
      entries: spec.entries ?? [],
      replayOnly: spec.replayOnly ?? false,
      inputs: spec.inputs ?? null,
      models: spec.models ?? chainOf(spec.options.model),
      joined: spec.joined ?? [],
      ...(spec.revision === undefined ? {} : { revision: spec.revision }),
      ...(spec.history === undefined ? {} : { history: spec.history }),
      firstLeg: spec.firstLeg ?? 1,
      stop: this.#stop,
      onPaused: () => void this.#onPaused(),
    });
    this.#opened.then((run) => this.#drive(run)).catch((error: unknown) => this.#settleLeg?.reject(error));
  }

  /** The result of the leg under way, or of the last one. */
  get result(): Promise<PositionedResult> {
    return this.#result;
  }

  /** Every event from the first after `cursor` to the end of the leg. */
  async *events(cursor = 0): AsyncGenerator<RunEvent, void, undefined> {
    const run = await this.#opened;
    yield* run.log.read(cursor);
  }

  /** Answers an open request by its id; presence decides, so `false`, `0`, `""` and `null` are answers (POS-POL-08). */
  async answer(id: string, value: unknown, reviewer?: string): Promise<void> {
    const run = await this.#opened;
    if (this.#finished || !run.door.openRequests.has(id)) {
      throw new UnknownRequestError(
        id,
        `No open request has the id ${JSON.stringify(id)}; it is unknown, answered or expired.`,
      );
    }
    const { deadline } = run.settings;
    if (deadline !== undefined && run.clock() > deadline) {
      throw new UnknownRequestError(id, `The request ${JSON.stringify(id)} has expired.`);
    }
    // POS-POL-06: what says neither yes nor no is no answer, and the request stays open.
    if (id.startsWith("appr_") && interpretApproval(value) === null) throw new AnswerNotUnderstoodError(id);
    this.#leavePause(run);
    await run.door.answer(id, value, reviewer);
  }

  /** Ends the run; everything done so far is kept. */
  abort(reason?: unknown): void {
    this.#stopWith("aborted", reason);
  }

  #nextLeg(): Promise<PositionedResult> {
    const leg = new Promise<PositionedResult>((resolve, reject) => {
      this.#settleLeg = { resolve, reject };
    });
    // A rejection nobody asked for must not end the process; `result` still rejects for who does ask.
    leg.catch(() => {});
    return leg;
  }

  async #drive(run: Run): Promise<void> {
    this.#run = run;
    this.#armDeadline(run);
    try {
      const finished = await finishRun(run, await executeLeg(run));
      const { restores = null } = this.#spec;
      const fault = restores === null ? null : await restoreRecord(run, finished, restores);
      const result = fault === null ? finished : { ...finished, error: finished.error ?? fault };
      this.#finished = true;
      this.#settleLeg?.resolve(result);
    } finally {
      this.#letGo();
      // Whatever ends the run ends its events: a record that is not this run's rejects the result, and no reader waits on.
      run.log.end();
    }
  }

  async #onPaused(): Promise<void> {
    const run = this.#run;
    if (run === null) return;
    const result = waitingResult(run);
    const leg = this.#settleLeg;
    // Said before anything is awaited: whoever answers at once ends this pause, and none that is yet to come.
    this.#waiting = true;
    // The record says that the run waits before anybody is told; what it rests on, the journal, is durable already.
    if (run.recorder !== null) {
      await run.recorder
        .finish(runDocument(run, "waiting"), run.fold.snapshot(), run.chain?.text ?? "", run.log.events)
        .catch(() => {});
    }
    if (leg !== this.#settleLeg) {
      // The pause was over before its record was written; the run is on its next leg, or at its end.
      leg?.resolve(run.signal.aborted ? this.#result : result);
      return;
    }
    this.#letGo();
    // A live handle still ends at its deadline, without keeping the process alive for it.
    if (this.#spec.live) {
      this.#armDeadline(run);
      this.#deadlineTimer?.unref();
    }
    run.log.end();
    leg?.resolve(result);
  }

  /** A pause ends with an answer or with the run: the next leg has a result of its own. */
  #leavePause(run: Run): void {
    if (!this.#waiting) return;
    this.#waiting = false;
    this.#result = this.#nextLeg();
    run.log.reopen();
    this.#letGo();
    this.#listen();
    this.#armDeadline(run);
  }

  // POS-SPD-03: one listener on the caller's signal while a leg runs, none afterwards.
  #listen(): void {
    const { signal } = this.#spec.options;
    if (signal === undefined) return;
    if (signal.aborted) this.#stopWith("aborted", signal.reason);
    else signal.addEventListener("abort", this.#onCallerAbort, { once: true });
  }

  readonly #onCallerAbort = (): void => {
    this.#stopWith("aborted", this.#spec.options.signal?.reason);
  };

  #letGo(): void {
    this.#spec.options.signal?.removeEventListener("abort", this.#onCallerAbort);
    clearTimeout(this.#deadlineTimer);
    this.#deadlineTimer = undefined;
  }

  // POS-EFF-05: the deadline is an absolute time; the timer exists only while the run is live.
  #armDeadline(run: Run): void {
    const { deadline } = run.settings;
    if (deadline === undefined || this.#spec.replayOnly === true) return;
    const wait = deadline - run.clock();
    if (wait <= 0) {
      this.#stopWith("deadline");
      return;
    }
    clearTimeout(this.#deadlineTimer);
    this.#deadlineTimer = setTimeout(() => this.#armDeadline(run), Math.min(wait, 2_147_483_647));
  }

  #stopWith(reason: string, cause?: unknown): void {
    const { controller } = this.#stop;
    if (controller.signal.aborted) return;
    this.#stop.reason = reason;
    if (this.#waiting && this.#run !== null) this.#leavePause(this.#run);
    controller.abort(
      new AbortedError(reason === "deadline" ? "The deadline of the run has passed." : "The run was aborted.", {
        cause,
      }),
    );
  }
}
