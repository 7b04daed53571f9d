import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { JournalError, type RecordFolder } from "@pelorus/core";

/**
 * How many events of a run earlier commands told. A damaged file of events is warned of and stops nothing: the run rests
 * on its journal, and the file is written anew from it.
 */
export async function countToldEvents(
  folder: RecordFolder,
  runId: string,
  warn: (text: string) => void,
): Promise<number> {
  try {
    return (await folder.readEvents(runId)).length;
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    warn(error.message);
    // One line for each event, readable or not; an unfinished one was never told.
    const text = await readFile(join(folder.pathOf(runId), "events.jsonl"), "utf8").catch(() => "");
    return text.split("\n").length - 1;
  }
}
