import { stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { type RecordFolder, recordFolder } from "@pelorus/core";
import { UsageError } from "./usage-error.js";

/** One run's record as a path names it. */
export interface OpenedRecord {
  readonly folder: RecordFolder;
  readonly runId: string;
  readonly path: string;
}

/** Documents of a record that are written once its journal has begun. */
const WRITTEN_LATER = ["record.sttp", "state.json", "events.jsonl", "run.json"] as const;

/** Opens the folder of a run, or a folder of records that holds exactly one. Throws `UsageError` otherwise. */
export async function openRecord(path: string): Promise<OpenedRecord> {
  const full = resolve(path);
  if (await exists(join(full, "journal.jsonl"))) {
    return { folder: recordFolder(dirname(full)), runId: basename(full), path: full };
  }
  for (const name of WRITTEN_LATER) {
    // The run began, and its journal is gone: what reads it says so, and the record can still be checked.
    if (await exists(join(full, name)))
      return { folder: recordFolder(dirname(full)), runId: basename(full), path: full };
  }
  if (await exists(join(full, "setup.json"))) {
    throw new UsageError(
      "record_missing",
      `${path} has no journal.jsonl: the run was stopped before it began, and nothing of it was done. Run the request again.`,
    );
  }
  const folder = recordFolder(full);
  const runs = await folder.runIds();
  const [only] = runs;
  if (only !== undefined && runs.length === 1) return { folder, runId: only, path: folder.pathOf(only) };
  throw new UsageError(
    "record_missing",
    runs.length === 0
      ? `${path} is no record of a run: it has no journal.jsonl.`
      : `${path} holds ${runs.length} runs; name one of them: ${runs
          .slice(0, 5)
          .map((id) => join(path, id))
          .join(", ")}${runs.length > 5 ? ", …" : ""}.`,
  );
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch {
    return false;
  }
}
