import type { JournalEntry } from "../contract/effect.js";
import { JournalError } from "../contract/error.js";
import { damage, fileFault } from "./file-fault.js";
import { appendLines, readCompleteLines } from "./line-file.js";
import { decodeJournalLine, encodeJournalLine, type JournalLine } from "./record-lines.js";

/**
 * The journal of one run as a file of lines. Every line says which entry it is: of two writers that append the same
 * number the first line counts, and the other writer finds out at once. So no lock is needed, and none is left behind
 * by a kill.
 */
export class RunJournalFile {
  readonly #path: string;
  readonly #runId: string;
  readonly #writer: string;
  #known: { readonly revision: number; readonly end: number } | null = null;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(path: string, runId: string, writer: string) {
    this.#path = path;
    this.#runId = runId;
    this.#writer = writer;
  }

  read(): Promise<readonly JournalEntry[]> {
    return this.#inTurn(async () => (await this.#load()).map((line) => line.entry));
  }

  /** Appends entry number `expectedRevision`; it is durable when the promise resolves. */
  append(entry: JournalEntry, expectedRevision: number): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#known?.revision !== expectedRevision) await this.#load();
      const { revision, end } = this.#known as { revision: number; end: number };
      // POS-EFF-02: compare-and-set.
      if (revision !== expectedRevision) throw this.#conflict(revision, expectedRevision);
      const text = `${encodeJournalLine({ revision, writer: this.#writer, entry })}\n`;
      this.#known = null;
      const alone = await appendLines(this.#path, text, { end, durable: true });
      if (alone) {
        this.#known = { revision: revision + 1, end: end + Buffer.byteLength(text) };
        return;
      }
      const lines = await this.#load();
      // POS-EFF-02: compare-and-set; the line that came first is the entry.
      if (lines[revision]?.writer !== this.#writer) throw this.#conflict(lines.length, expectedRevision);
    });
  }

  /** Appends of one run are serialised; a failed one does not hold up the next. */
  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(act).catch((error: unknown) => {
      throw fileFault(`${this.#path} cannot be read or written`, error);
    });
    this.#queue = turn.catch(() => {});
    return turn;
  }

  async #load(): Promise<JournalLine[]> {
    const { lines, end } = await readCompleteLines(this.#path);
    const entries: JournalLine[] = [];
    for (const [at, text] of lines.entries()) {
      let line: JournalLine;
      try {
        line = decodeJournalLine(text);
      } catch (cause) {
        throw damage(
          this.#path,
          cause,
          "The run rests on it: put the line back from a copy, or run the request again.",
          at + 1,
        );
      }
      if (line.revision === entries.length) entries.push(line);
      else if (line.revision > entries.length) {
        throw new JournalError(
          "journal_failed",
          `Entry ${entries.length} is missing from ${this.#path}, before line ${at + 1}. The run rests on it: put the line back from a copy, or run the request again.`,
        );
      }
    }
    this.#refuseForeign(entries[0]?.entry);
    this.#known = { revision: entries.length, end };
    return entries;
  }

  /** Every key of a journal holds its run's id, so under another name (a copied, renamed folder) nothing of it is found. */
  #refuseForeign(first: JournalEntry | undefined): void {
    if (first?.kind !== "run_opened" || first.data.runId === this.#runId) return;
    throw new JournalError(
      "journal_failed",
      `${this.#path} is the journal of run ${first.data.runId}, not of ${this.#runId}: a record keeps its name. Name the folder ${first.data.runId} again; a copy goes into another folder.`,
    );
  }

  #conflict(found: number, expected: number): JournalError {
    return new JournalError(
      "journal_conflict",
      `Run ${this.#runId} has ${found} journal entries, the append expected ${expected}: another process goes on with this run. Resume it when that one has ended.`,
    );
  }
}
