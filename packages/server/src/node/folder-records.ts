import { randomBytes } from "node:crypto";
import { readFile, stat, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { type JournalEntry, pendingRequests, type RecordFolder, type RunEvent } from "@pelorus/core";
import { z } from "zod";
import { recordedTurnSchema } from "../runs/recorded-turn.js";
import type { RunRecords, UnfinishedRun } from "../runs/run-records.js";

/** How a folder of records is used. */
export interface FolderRecordsOptions {
  /** Most unfinished runs that are taken over, the ones that were written last; default 200. */
  readonly most?: number;
  /** Hears of records that cannot be read; they are passed over. */
  readonly onFault?: (error: unknown) => void;
}

/** Beside the record of a run: whose it is, and which process drives it. */
const FILE = "server.json";
const noteSchema = z.object({
  version: z.literal("1.0"),
  owner: z.string(),
  created_at: z.string(),
  /** The process that drives the run, and its machine. */
  pid: z.int().min(1),
  host: z.string(),
  /** Milliseconds since the epoch. */
  deadline: z.number().optional(),
  /** True where the run was cut short because the server ended. */
  interrupted: z.boolean().optional(),
});
type Note = z.infer<typeof noteSchema>;

/** Beside the record of a run that answers a conversation: which one, and what its client was answered with. */
const TURN_FILE = "conversation.json";

const KEY_FILE = ".cursor-key";
const KEY_BYTES = 32;

/**
 * Records in a folder: a server that is started again with it lists the runs that are not over, and goes on with them.
 * Runs that another process of this machine drives are left to it.
 */
export function folderRecords(folder: RecordFolder, options: FolderRecordsOptions = {}): RunRecords {
  const { most = 200, onFault = () => {} } = options;
  const write = (runId: string, note: Note) => folder.writeBeside(runId, FILE, json(note));
  return {
    journal: folder,
    async begin({ runId, owner, createdAt, deadline }) {
      const note = { version: "1.0", owner, created_at: createdAt, pid: process.pid, host: hostname() } as const;
      await write(runId, { ...note, ...(deadline === undefined ? {} : { deadline }) });
    },
    async noteTurn(runId, turn) {
      await folder.writeBeside(runId, TURN_FILE, json(turn));
    },
    async interrupt(runId) {
      const note = await readNote(folder, runId);
      if (note !== null) await write(runId, { ...note, interrupted: true });
    },
    async unfinished() {
      const found: Candidate[] = [];
      for (const runId of await folder.runIds()) {
        try {
          const candidate = await candidateOf(folder, runId, onFault);
          if (candidate !== null) found.push(candidate);
        } catch (error) {
          onFault(error);
        }
      }
      const runs: UnfinishedRun[] = [];
      for (const candidate of found.sort((one, other) => other.writtenAt - one.writtenAt).slice(0, most)) {
        try {
          const run = await unfinishedRun(folder, candidate);
          if (run !== null) runs.push({ ...run, ...(await turnOf(folder, candidate.runId, onFault)) });
        } catch (error) {
          onFault(error);
        }
      }
      return runs.sort((one, other) => one.createdAt.localeCompare(other.createdAt));
    },
    async cursorKey() {
      const path = join(folder.directory, KEY_FILE);
      await folder.make();
      // Of two servers that begin at once, one writes the key and both read it.
      await writeFile(path, randomBytes(KEY_BYTES), { flag: "wx", mode: 0o600 }).catch(unlessThere);
      const key = await readFile(path);
      return key.length === KEY_BYTES ? key : randomBytes(KEY_BYTES);
    },
  };
}

interface Candidate {
  readonly runId: string;
  readonly note: Note | null;
  /** Milliseconds since the epoch. */
  readonly writtenAt: number;
}

/** A run that may go on here, told by its small files alone. */
async function candidateOf(
  folder: RecordFolder,
  runId: string,
  onFault: (error: unknown) => void,
): Promise<Candidate | null> {
  const status = await statusOf(folder, runId, onFault);
  if (status !== "waiting" && status !== "running" && status !== "halted") return null;
  const note = await readNote(folder, runId);
  if (status === "halted" && note?.interrupted !== true) return null;
  if (note !== null && isDrivenElsewhere(note)) return null;
  const { mtimeMs } = await stat(join(folder.pathOf(runId), "journal.jsonl"));
  return { runId, note, writtenAt: mtimeMs };
}

/** What `run.json` says; of a damaged one, which is told, what the journal says, since going on writes it again. */
async function statusOf(
  folder: RecordFolder,
  runId: string,
  onFault: (error: unknown) => void,
): Promise<string | undefined> {
  try {
    return (await folder.readRun(runId))?.status;
  } catch (error) {
    onFault(error);
    const last = (await folder.read(runId)).findLast(({ kind }) => kind === "run_closed" || kind === "leg_resumed");
    return last?.kind === "run_closed" ? last.data.status : "running";
  }
}

async function unfinishedRun(folder: RecordFolder, { runId, note }: Candidate): Promise<UnfinishedRun | null> {
  const [events, entries] = [await folder.readEvents(runId), await folder.read(runId)];
  const opened = entries[0];
  if (opened?.kind !== "run_opened") return null;
  const last = events.at(-1);
  // Over, though `run.json` was not written any more; or ended by somebody after the server was stopped.
  if (last?.kind === "run_finished" && !(note?.interrupted === true && last.data.haltReason === "aborted")) return null;
  const pending = await pendingRequests(runId, { journal: folder });
  const { sessionId, request, at } = opened.data;
  return {
    runId,
    sessionId,
    request,
    owner: note?.owner ?? null,
    createdAt: note?.created_at ?? at,
    // A request that was answered elsewhere is waited for no more: the run only has to go on.
    // The journal is ahead of the events, which a killed process may not have written to the end.
    isWaiting: pending.length > 0 && entries.findLast(isLegBoundary)?.kind === "leg_waiting",
    pending,
    events: confirmed(events),
    ...(note?.deadline === undefined ? {} : { deadline: note.deadline }),
  };
}

/** The turn of a conversation that the run answers. A run goes on without one that cannot be read. */
async function turnOf(
  folder: RecordFolder,
  runId: string,
  onFault: (error: unknown) => void,
): Promise<Pick<UnfinishedRun, "turn">> {
  try {
    const text = await folder.readBeside(runId, TURN_FILE);
    return text === null ? {} : { turn: recordedTurnSchema().parse(JSON.parse(text)) };
  } catch (cause) {
    const path = join(folder.pathOf(runId), TURN_FILE);
    onFault(new Error(`${path} cannot be read; the conversation of its run is not taken up.`, { cause }));
    return {};
  }
}

const isLegBoundary = ({ kind }: JournalEntry) =>
  kind === "leg_waiting" || kind === "leg_resumed" || kind === "run_closed";

/**
 * What a model's stream had brought when the process ended is told anew: the call is made again, and nothing says that it
 * brings the same.
 */
function confirmed(events: readonly RunEvent[]): readonly RunEvent[] {
  const last = events.findLastIndex(({ kind }) => !/^(?:text|reasoning)_/.test(kind));
  return events.slice(0, last + 1);
}

/** True where the process that drives the run is another one of this machine, and lives. */
function isDrivenElsewhere({ pid, host }: Note): boolean {
  if (host !== hostname() || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of somebody else lives as well.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

async function readNote(folder: RecordFolder, runId: string): Promise<Note | null> {
  const text = await folder.readBeside(runId, FILE);
  try {
    return text === null ? null : noteSchema.parse(JSON.parse(text));
  } catch (cause) {
    const path = join(folder.pathOf(runId), FILE);
    throw new Error(`${path} cannot be read, so it is not known whose the run is; it is not listed.`, { cause });
  }
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}
