import type { EventDataByKind, EventKind, RunEvent } from "../contract/event.js";
import type { SecretMask } from "../contract/secret-mask.js";

/**
 * The events of one run in order. Every consumer reads the one list at its own pace, from any point, so a slow one
 * costs no buffer of its own and an absent one costs nothing.
 */
export class EventLog {
  readonly events: RunEvent[] = [];
  readonly #runId: string;
  readonly #fold: (event: RunEvent) => void;
  readonly #observer: ((event: RunEvent) => void) | undefined;
  readonly #sinks: ((event: RunEvent) => void)[] = [];
  readonly #wakers = new Set<() => void>();
  #ended = false;
  #observerFailed = false;
  /** True while a later attempt repeats what earlier ones told: it is folded again and not told again. */
  #muted = false;
  readonly #recordedNotes: ReadonlyMap<number, string>;
  readonly #onObserverFailure: (afterSeq: number, detail: string) => void;
  readonly #mask: SecretMask | null;

  constructor(options: {
    runId: string;
    fold: (event: RunEvent) => void;
    observer?: ((event: RunEvent) => void) | undefined;
    /** What earlier attempts told; the log is muted until `unmute`. */
    history?: readonly RunEvent[];
    /** Notes of failed observers as journalled, by the number of the event they follow. */
    recordedNotes?: ReadonlyMap<number, string>;
    onObserverFailure: (afterSeq: number, detail: string) => void;
    /** Takes secrets out of every event; null without any. */
    mask: SecretMask | null;
  }) {
    this.#runId = options.runId;
    this.#fold = options.fold;
    this.#observer = options.observer;
    if (options.history !== undefined) {
      for (const event of options.history) this.events.push(event);
      this.#muted = true;
    }
    this.#recordedNotes = options.recordedNotes ?? new Map();
    this.#onObserverFailure = options.onObserverFailure;
    this.#mask = options.mask;
  }

  /** Adds a reader that gets every event as it is emitted, the repeated ones of a resume included. */
  addSink(sink: (event: RunEvent) => void): void {
    this.#sinks.push(sink);
  }

  emit<K extends EventKind>(at: string, lane: number, kind: K, told: EventDataByKind[K]): void {
    // POS-SEC-01: what came in has none; what else may, as an error of ours, is masked here.
    const data = this.#mask === null ? told : this.#mask.value(told);
    const event = { seq: this.events.length + 1, runId: this.#runId, at, lane, kind, data } as unknown as RunEvent;
    this.#fold(event);
    if (this.#muted) return;
    this.events.push(event);
    for (const sink of this.#sinks) sink(event);
    const note = this.#recordedNotes.get(event.seq) ?? this.#observe(event);
    if (note !== undefined) this.emit(at, lane, "note_recorded", { detail: note });
    // POS-API-03: who has read everything goes on with what is new.
    if (this.#wakers.size > 0) {
      for (const wake of this.#wakers) wake();
      this.#wakers.clear();
    }
  }

  /** The attempt has caught up: from here on it tells something new. */
  unmute(): void {
    this.#muted = false;
  }

  /** Lets readers that have seen everything finish. */
  end(): void {
    this.#ended = true;
    for (const wake of this.#wakers) wake();
    this.#wakers.clear();
  }

  /** Another leg begins: readers go on. */
  reopen(): void {
    this.#ended = false;
  }

  /** Reads from the first event after `cursor` until the leg ends. Leaving early does not stop the run. */
  async *read(cursor = 0): AsyncGenerator<RunEvent, void, undefined> {
    // POS-API-03: every consumer reads the one list, from where it likes.
    let next = cursor;
    for (;;) {
      const event = this.events[next];
      if (event !== undefined) {
        next++;
        yield event;
      } else if (this.#ended) {
        return;
      } else {
        await new Promise<void>((resolve) => this.#wakers.add(resolve));
      }
    }
  }

  // POS-LIF-08: what an observer throws becomes a note; the run is as without it. It is told nothing more.
  #observe(event: RunEvent): string | undefined {
    if (this.#observer === undefined || this.#observerFailed) return undefined;
    try {
      this.#observer(event);
      return undefined;
    } catch (error) {
      this.#observerFailed = true;
      const thrown = `observer failed: ${error instanceof Error ? error.message : String(error)}`;
      const detail = this.#mask?.text(thrown) ?? thrown;
      this.#onObserverFailure(event.seq, detail);
      return detail;
    }
  }
}
