import { JournalError } from "../contract/error.js";
import type { RunEvent } from "../contract/event.js";
import { writeWholeFile } from "./atomic-file.js";
import { damage, fileFault } from "./file-fault.js";
import { appendLines, readCompleteLines } from "./line-file.js";
import { decodeEvent, encodeEvent } from "./record-lines.js";

/** The events of one run as a file of lines. A resume emits events again: those the file has, by `seq`, are passed over. */
export class RunEventFile {
  readonly #path: string;
  readonly #runId: string;
  #known: { readonly seq: number; readonly end: number } | null = null;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(path: string, runId: string) {
    this.#path = path;
    this.#runId = runId;
  }

  read(): Promise<readonly RunEvent[]> {
    return this.#inTurn(async () => (await this.#load()).events);
  }

  /** Appends events in order. They are derived from the journal, so they are written and not forced to the disk. */
  append(events: readonly RunEvent[]): Promise<void> {
    return this.#inTurn(async () => {
      const known = this.#known ?? (await this.#load()).known;
      const news = events.filter((event) => event.seq > known.seq);
      if (news.length === 0) return;
      news.forEach((event, at) => {
        if (event.seq !== known.seq + 1 + at) {
          throw new JournalError("journal_failed", `Event ${known.seq + 1 + at} of run ${this.#runId} is missing.`);
        }
      });
      const text = news.map((event) => `${encodeEvent(event)}\n`).join("");
      this.#known = null;
      const alone = await appendLines(this.#path, text, { end: known.end, durable: false });
      if (!alone) throw new JournalError("journal_conflict", `Somebody else writes the events of run ${this.#runId}.`);
      this.#known = { seq: known.seq + news.length, end: known.end + Buffer.byteLength(text) };
    });
  }

  /** Takes the place of everything in the file. */
  replace(events: readonly RunEvent[]): Promise<void> {
    return this.#inTurn(async () => {
      this.#known = null;
      await writeWholeFile(this.#path, events.map((event) => `${encodeEvent(event)}\n`).join(""));
    });
  }

  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(act).catch((error: unknown) => {
      throw fileFault(`${this.#path} cannot be read or written`, error);
    });
    this.#queue = turn.catch(() => {});
    return turn;
  }

  async #load(): Promise<{ events: RunEvent[]; known: { seq: number; end: number } }> {
    const { lines, end } = await readCompleteLines(this.#path);
    const events = lines.map((line, at) => {
      try {
        return decodeEvent(line);
      } catch (cause) {
        // Nothing rests on the events: they follow from the journal.
        throw damage(
          this.#path,
          cause,
          "Nothing rests on it: resuming the run writes the file anew from its journal.",
          at + 1,
        );
      }
    });
    const known = { seq: events.at(-1)?.seq ?? 0, end };
    this.#known = known;
    return { events, known };
  }
}
