import type { Journal, JournalEntry } from "../contract/effect.js";
import { JournalError } from "../contract/error.js";

/** A journal that lives as long as its object: the default of a run, and the model of what every store must do. */
export function memoryJournal(): Journal {
  const runs = new Map<string, JournalEntry[]>();
  const blobs = new Map<string, Uint8Array>();
  return {
    async read(runId) {
      return [...(runs.get(runId) ?? [])];
    },
    async append(runId, entry, expectedRevision) {
      let entries = runs.get(runId);
      if (entries === undefined) {
        entries = [];
        runs.set(runId, entries);
      }
      // POS-EFF-02: compare-and-set, so that two drivers of one run cannot both go on.
      if (entries.length !== expectedRevision) {
        throw new JournalError(
          "journal_conflict",
          `Run ${runId} has ${entries.length} journal entries, the append expected ${expectedRevision}.`,
        );
      }
      entries.push(entry);
    },
    async putBlob(digest, bytes) {
      if (!blobs.has(digest)) blobs.set(digest, bytes);
    },
    async getBlob(digest) {
      return blobs.get(digest) ?? null;
    },
  };
}
