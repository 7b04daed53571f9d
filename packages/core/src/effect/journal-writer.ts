import { sha256Digest } from "../contract/digest.js";
import type { Clock, Journal, JournalEntry } from "../contract/effect.js";
import { JournalError, PelorusError } from "../contract/error.js";

/** Outcomes whose JSON is longer than this are kept as blobs. */
const INLINE_OUTCOME_LENGTH = 4096;

const utf8 = new TextEncoder();

/** Writes one run's journal in order, each entry at the time of the clock; every failure is a `JournalError`. */
export class JournalWriter {
  readonly #journal: Journal;
  readonly #runId: string;
  readonly #clock: Clock;
  #revision: number;
  #appends: Promise<void> = Promise.resolve();
  #clockTime = { time: Number.NaN, at: "" };

  /** `revision`: entries the journal has already. */
  constructor({ journal, runId, clock }: { journal: Journal; runId: string; clock: Clock }, revision: number) {
    this.#journal = journal;
    this.#runId = runId;
    this.#clock = clock;
    this.#revision = revision;
  }

  /** The clock's time as it is recorded, ISO-8601 UTC; many effects share a millisecond. */
  now(): string {
    const time = this.#clock();
    if (time !== this.#clockTime.time) this.#clockTime = { time, at: new Date(time).toISOString() };
    return this.#clockTime.at;
  }

  /** Resolves when the entry is durable. Entries are written in the order of the calls. */
  async append(entry: JournalEntry): Promise<void> {
    const appended = this.#appends.then(() => this.#journal.append(this.#runId, entry, this.#revision++));
    this.#appends = appended.catch(() => {});
    await this.#written(appended);
  }

  async putText(digest: string, text: string): Promise<void> {
    await this.#written(this.#journal.putBlob(digest, utf8.encode(text), this.#runId));
  }

  /** What the entry of an effect says of its outcome: the outcome, or the blob that holds it. */
  async storeOutcome(outcome: unknown): Promise<unknown> {
    // Most outcomes are a few sentences, which nobody needs to write out to know that they are short.
    if (isSurelyShort(outcome, INLINE_OUTCOME_LENGTH)) return outcome ?? null;
    const json = JSON.stringify(outcome);
    if (json.length <= INLINE_OUTCOME_LENGTH) return outcome;
    const digest = sha256Digest(json);
    await this.#journal.putBlob(digest, utf8.encode(json), this.#runId);
    return { blob: digest };
  }

  /** The outcome that `storeOutcome` was given. */
  async loadOutcome(stored: unknown): Promise<unknown> {
    if (typeof stored !== "object" || stored === null || typeof (stored as { blob?: unknown }).blob !== "string") {
      return stored;
    }
    const digest = (stored as { blob: string }).blob;
    const bytes = await this.#journal.getBlob(digest, this.#runId);
    if (bytes === null) throw new JournalError("journal_failed", `The journal has lost the blob ${digest}.`);
    return JSON.parse(new TextDecoder().decode(bytes));
  }

  async #written(writing: Promise<void>): Promise<void> {
    try {
      await writing;
    } catch (error) {
      throw PelorusError.isInstance(error)
        ? error
        : new JournalError("journal_failed", `The journal of run ${this.#runId} could not be written.`, {
            cause: error,
          });
    }
  }
}

/** True for what has no members, and for members whose JSON has at most `limit` characters for sure. */
function isSurelyShort(value: unknown, limit: number): boolean {
  if (value === null || typeof value !== "object") return true;
  if (Array.isArray(value) || "toJSON" in value) return false;
  let most = 2;
  for (const [key, member] of Object.entries(value)) {
    most += mostOf(key) + mostOf(member) + 2;
    if (most > limit) return false;
  }
  return true;
}

/** Most characters the JSON of a value can have: an escaped character has six. Infinity for what has members. */
function mostOf(value: unknown): number {
  if (typeof value === "string") return 6 * value.length + 2;
  return value === null || typeof value !== "object" ? LONGEST_SCALAR : Number.POSITIVE_INFINITY;
}
const LONGEST_SCALAR = 25;
