import { resumePositioned } from "@pelorus/core";
import { openRecord } from "../open-record.js";
import { setUpRun } from "../run-setup.js";
import { readSetup } from "../setup-file.js";
import type { Terminal } from "../terminal.js";
import { UsageError } from "../usage-error.js";
import { follow } from "./run.js";

/** Goes on with a killed, waiting or failed run from its record; a finished one tells its result again. */
export async function resumeCommand(
  path: string,
  options: { readonly json?: boolean },
  terminal: Terminal,
): Promise<number> {
  const { folder, runId, path: record } = await openRecord(path);
  const setup = await readSetup(record);
  if (setup === null) {
    throw new UsageError(
      "setup_missing",
      `${path} was not made by "pelorus run": it has no setup.json; resume it with resumePositioned.`,
    );
  }
  const told = (await folder.readEvents(runId)).length;
  const handle = await resumePositioned(runId, { ...(await setUpRun(setup, terminal)), journal: folder });
  return follow(handle, folder, terminal, options.json === true, options.json === true ? { told } : {});
}
