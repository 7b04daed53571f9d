import { randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { sha256Digest } from "../contract/digest.js";
import type { Journal } from "../contract/effect.js";
import { JournalError } from "../contract/error.js";
import type { RunEvent } from "../contract/event.js";
import type { CognitiveStateData } from "../contract/state.js";
import { readWholeFile, writeWholeFile } from "./atomic-file.js";
import { damage, fileFault } from "./file-fault.js";
import { makeFolder } from "./make-folder.js";
import { type RunDocument, runDocumentCodec, stateDocumentCodec } from "./record-documents.js";
import { RunEventFile } from "./run-event-file.js";
import { RunJournalFile } from "./run-journal-file.js";

/**
 * A folder of records, each the folder of one run: `run.json`, `events.jsonl`, `journal.jsonl`, `state.json`,
 * `record.sttp`, `blobs/` (POS-REC-06). It is a journal: what it has appended survives a kill at any point. Everything
 * that fails is a `JournalError`; a run id that is no folder name is one, too.
 */
export interface RecordFolder extends Journal {
  /** Absolute path. */
  readonly directory: string;
  /** Absolute path of one run's record. */
  pathOf(runId: string): string;
  /** Makes the folder of the records, where there is none. */
  make(): Promise<void>;
  /** Keeps a file beside the record of a run, whole, in the place of the one there is; the run need not have begun. */
  writeBeside(runId: string, name: string, text: string): Promise<void>;
  /** The text of a file beside the record of a run, or null where there is none. */
  readBeside(runId: string, name: string): Promise<string | null>;
  /** Ids of the runs that have a journal here, sorted. */
  runIds(): Promise<readonly string[]>;
  /** Appends events in order; those it has already, by `seq`, it leaves. A gap is an error. */
  appendEvents(runId: string, events: readonly RunEvent[]): Promise<void>;
  /** Writes all events of a run anew, in the place of those there are. */
  writeEvents(runId: string, events: readonly RunEvent[]): Promise<void>;
  /** All events of a run in order; none for a run without any. */
  readEvents(runId: string): Promise<readonly RunEvent[]>;
  /** Writes `run.json` whole, in the place of the one there is. */
  writeRun(runId: string, run: Omit<RunDocument, "version"> & { readonly version?: "1.0" }): Promise<void>;
  /** `run.json`, or null where there is none. */
  readRun(runId: string): Promise<RunDocument | null>;
  /** Writes `state.json` whole, in the place of the one there is. */
  writeState(runId: string, state: CognitiveStateData): Promise<void>;
  /** The state of `state.json`, or null where there is none. */
  readState(runId: string): Promise<CognitiveStateData | null>;
  /** `record.sttp`: the canonical nodes. */
  writeRecordText(runId: string, text: string): Promise<void>;
  /** The text of `record.sttp`, or null where there is none. */
  readRecordText(runId: string): Promise<string | null>;
}

/** Opens a folder of records. Nothing is read or made before it is needed. */
export function recordFolder(directory: string): RecordFolder {
  return new FolderOfRecords(resolve(directory));
}

/** Letters, digits, `.`, `_`, `-`, not beginning with a dot: a name on every file system. */
const RUN_ID = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/;
const DIGEST = /^sha256:([0-9a-f]{64})$/;

/** Nodes and state are evidence, and never written over; run.json is not. */
const TAKEN_AWAY = "Take the file away and resume the run: it is written again from the journal.";
const WRITTEN_AGAIN = "Resuming the run writes it again from the journal.";

class FolderOfRecords implements RecordFolder {
  readonly directory: string;
  readonly #writer = randomBytes(4).toString("hex");
  readonly #journals = new Map<string, RunJournalFile>();
  readonly #events = new Map<string, RunEventFile>();

  constructor(directory: string) {
    this.directory = directory;
  }

  pathOf(runId: string): string {
    if (!RUN_ID.test(runId)) {
      throw new JournalError("journal_failed", `The run id ${JSON.stringify(runId)} cannot be a folder name.`);
    }
    return join(this.directory, runId);
  }

  async make(): Promise<void> {
    await guarded(this.directory, () => makeFolder(this.directory));
  }

  async writeBeside(runId: string, name: string, text: string): Promise<void> {
    await this.#write(runId, name, text);
  }

  async readBeside(runId: string, name: string): Promise<string | null> {
    return this.#read(runId, name, (text) => text);
  }

  async runIds(): Promise<readonly string[]> {
    return guarded(this.directory, async () => {
      const ids: string[] = [];
      for (const entry of await folderEntries(this.directory)) {
        if (!RUN_ID.test(entry)) continue;
        if ((await folderEntries(join(this.directory, entry))).includes("journal.jsonl")) ids.push(entry);
      }
      return ids.sort();
    });
  }

  async read(runId: string) {
    return this.#journal(runId).read();
  }

  async append(runId: string, entry: Parameters<Journal["append"]>[1], expectedRevision: number): Promise<void> {
    await this.#journal(runId).append(entry, expectedRevision);
    // A run that is over is forgotten here; its files know the rest.
    if (entry.kind === "run_closed") this.#journals.delete(runId);
  }

  async putBlob(digest: string, bytes: Uint8Array, runId?: string): Promise<void> {
    const path = this.#blobPath(digest, runId);
    return guarded(path, async () => {
      if ((await readWholeFile(path)) === null) await writeWholeFile(path, bytes);
    });
  }

  async getBlob(digest: string, runId?: string): Promise<Uint8Array | null> {
    const own = runId === undefined ? [] : [runId];
    const places = [...own, undefined, ...(runId === undefined ? await this.runIds() : [])];
    for (const place of places) {
      const path = this.#blobPath(digest, place);
      const bytes = await guarded(path, () => readWholeFile(path));
      if (bytes === null) continue;
      if (sha256Digest(bytes) !== digest) {
        throw damage(
          path,
          "its content is not what its name says",
          "Put it back from a copy, or run the request again.",
        );
      }
      return bytes;
    }
    return null;
  }

  async appendEvents(runId: string, events: readonly RunEvent[]): Promise<void> {
    await this.#eventFile(runId).append(events);
    if (events.at(-1)?.kind === "run_finished") this.#events.delete(runId);
  }

  async writeEvents(runId: string, events: readonly RunEvent[]): Promise<void> {
    await this.#eventFile(runId).replace(events);
    this.#events.delete(runId);
  }

  async readEvents(runId: string) {
    return this.#eventFile(runId).read();
  }

  async writeRun(runId: string, run: Omit<RunDocument, "version">): Promise<void> {
    await this.#write(runId, "run.json", json(runDocumentCodec().encode({ ...run, version: "1.0" })));
  }

  async readRun(runId: string): Promise<RunDocument | null> {
    return this.#read(runId, "run.json", (text) => runDocumentCodec().decode(JSON.parse(text)), WRITTEN_AGAIN);
  }

  async writeState(runId: string, state: CognitiveStateData): Promise<void> {
    await this.#write(runId, "state.json", json(stateDocumentCodec().encode({ version: "1.0", cso: state })));
  }

  async readState(runId: string): Promise<CognitiveStateData | null> {
    return this.#read(runId, "state.json", (text) => stateDocumentCodec().decode(JSON.parse(text)).cso);
  }

  async writeRecordText(runId: string, text: string): Promise<void> {
    await this.#write(runId, "record.sttp", text);
  }

  async readRecordText(runId: string): Promise<string | null> {
    return this.#read(runId, "record.sttp", (text) => text);
  }

  async #write(runId: string, name: string, text: string): Promise<void> {
    const path = join(this.pathOf(runId), name);
    await guarded(path, () => writeWholeFile(path, text));
  }

  async #read<T>(runId: string, name: string, decode: (text: string) => T, remedy = TAKEN_AWAY): Promise<T | null> {
    const path = join(this.pathOf(runId), name);
    const bytes = await guarded(path, () => readWholeFile(path));
    if (bytes === null) return null;
    try {
      return decode(bytes.toString("utf8"));
    } catch (cause) {
      throw damage(path, cause, remedy);
    }
  }

  #journal(runId: string): RunJournalFile {
    const path = join(this.pathOf(runId), "journal.jsonl");
    return kept(this.#journals, runId, () => new RunJournalFile(path, runId, this.#writer));
  }

  #eventFile(runId: string): RunEventFile {
    const path = join(this.pathOf(runId), "events.jsonl");
    return kept(this.#events, runId, () => new RunEventFile(path, runId));
  }

  /** Blobs stand with their run; those of no stated run stand apart, where no run id can lead. */
  #blobPath(digest: string, runId: string | undefined): string {
    const hex = DIGEST.exec(digest)?.[1];
    if (hex === undefined)
      throw new JournalError("journal_failed", `${JSON.stringify(digest)} is no digest of a blob.`);
    return runId === undefined ? join(this.directory, ".blobs", hex) : join(this.pathOf(runId), "blobs", hex);
  }
}

function kept<T>(map: Map<string, T>, key: string, make: () => T): T {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

async function folderEntries(path: string): Promise<string[]> {
  try {
    return await readdir(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return [];
    throw error;
  }
}

async function guarded<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    throw fileFault(`${path} cannot be read or written`, cause);
  }
}
