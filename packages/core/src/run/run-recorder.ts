import type { Journal } from "../contract/effect.js";
import type { RunEvent, RunStatus } from "../contract/event.js";
import type { CognitiveStateData } from "../contract/state.js";

/** What a journal that keeps a whole record offers beside entries and blobs (POS-REC-06). */
export interface RecordKeeper {
  /** Appends events in order; those it has already, by `seq`, it leaves. */
  appendEvents(runId: string, events: readonly RunEvent[]): Promise<void>;
  /** Writes all events anew; without it, events that could not be appended stay out. */
  writeEvents?(runId: string, events: readonly RunEvent[]): Promise<void>;
  writeRun(runId: string, run: RunDocument): Promise<void>;
  writeState(runId: string, state: CognitiveStateData): Promise<void>;
  /** `record.sttp`: the canonical nodes. */
  writeRecordText(runId: string, text: string): Promise<void>;
}

/** `run.json` of a record. */
export interface RunDocument {
  readonly runId: string;
  readonly sessionId: string;
  readonly request: string;
  readonly optionsDigest: string;
  readonly status: "running" | RunStatus;
}

/** Writes a run's events as they come, in batches, and its documents at the end of a leg. */
export interface RunRecorder {
  record(event: RunEvent): void;
  /** Writes `run.json` as soon as the run begins, so that a killed run is found. */
  begin(run: RunDocument): Promise<void>;
  /**
   * Resolves when everything so far is written. Rejects with what went wrong while writing. `events` are all of the run:
   * where some could not be appended, as when a second process tried to go on with the run, all are written anew.
   */
  finish(run: RunDocument, state: CognitiveStateData, nodes: string, events: readonly RunEvent[]): Promise<void>;
}

/**
 * The recorder of a journal that keeps records, or null. Of a run that is taken up again, events of a call that was cut off
 * may be recorded which the call, made again, tells otherwise: all are written anew at the end of a leg.
 */
export function runRecorder(journal: Journal, runId: string, isTakenUp: boolean): RunRecorder | null {
  if (!keepsRecords(journal)) return null;
  let waiting: RunEvent[] = [];
  let writing: Promise<void> | null = null;
  let finishing: Promise<void> = Promise.resolve();
  let failure: unknown;
  const flush = async () => {
    // Events are derived from the journal; writing them in batches loses nothing that a resume cannot make again.
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        await journal.appendEvents(runId, batch);
      } catch (error) {
        failure ??= error;
      }
    }
    writing = null;
  };
  return {
    record(event) {
      waiting.push(event);
      writing ??= Promise.resolve().then(flush);
    },
    async begin(run) {
      await journal.writeRun(runId, run);
    },
    finish(run, state, nodes, events) {
      // One after the other: a pause that ended early may still be on its way to the disk when the run ends.
      const finished = finishing.then(async () => {
        await writing;
        // The documents do not rest on the file of events: one that cannot be written costs none of the others.
        await journal.writeRecordText(runId, nodes === "" ? "" : `${nodes}\n`);
        await journal.writeState(runId, state);
        await journal.writeRun(runId, run);
        if (failure === undefined && !isTakenUp) return;
        if (journal.writeEvents === undefined) {
          if (failure === undefined) return;
          throw failure;
        }
        await journal.writeEvents(runId, events);
        failure = undefined;
      });
      finishing = finished.catch(() => {});
      return finished;
    },
  };
}

function keepsRecords(journal: Journal): journal is Journal & RecordKeeper {
  return typeof (journal as Partial<RecordKeeper>).appendEvents === "function";
}
