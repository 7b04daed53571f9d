import type { JournalEntry } from "../contract/effect.js";
import type { RecordedAnswer } from "./effect-request.js";

/** Entries that gave a turn, in their order. */
export type RecordedTurn = Extract<JournalEntry, { kind: "effect_finished" | "leg_waiting" | "leg_resumed" }>;

/** What a journal says happened: the turns a replay gives again, one after another, and what was begun and answered. */
export class RecordedTurns {
  /** Keys of effects that were begun, with an outcome or without. */
  readonly started = new Set<string>();
  /** Answers of people by the ids of their questions. */
  readonly answers = new Map<string, RecordedAnswer>();
  /** Why the recorded run was stopped; undefined where it was not. */
  readonly haltReason: string | undefined;
  readonly #turns: RecordedTurn[] = [];
  readonly #digests = new Map<string, string>();
  #position = 0;

  constructor(entries: readonly JournalEntry[]) {
    let haltReason: string | undefined;
    for (const entry of entries) {
      switch (entry.kind) {
        case "effect_started":
          this.started.add(entry.data.key);
          break;
        case "effect_finished":
          this.#turns.push(entry);
          this.#digests.set(entry.data.key, entry.data.inputDigest);
          break;
        case "leg_waiting":
        case "leg_resumed":
          this.#turns.push(entry);
          break;
        case "answer_given": {
          const { id, value, reviewer } = entry.data;
          this.answers.set(id, { value, ...(reviewer === undefined ? {} : { reviewer }) });
          break;
        }
        case "run_closed":
          haltReason = entry.data.haltReason;
          break;
        default:
          break;
      }
    }
    this.haltReason = haltReason;
  }

  /** Digest of the input an outcome was recorded for; undefined where none was. */
  digestOf(key: string): string | undefined {
    return this.#digests.get(key);
  }

  get isUsedUp(): boolean {
    return this.#position >= this.#turns.length;
  }

  /** True where the last turn was the pause that waits for people. */
  get endsInPause(): boolean {
    return this.#turns.at(-1)?.kind === "leg_waiting";
  }

  /** The next turn; undefined when all are given. */
  take(): RecordedTurn | undefined {
    return this.#turns[this.#position++];
  }

  /** Gives up what is left. */
  drop(): void {
    this.#position = this.#turns.length;
  }
}
