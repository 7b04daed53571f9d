import { resumePositioned } from "@pelorus/core";
import { type RunLog, SILENT_LOG } from "../log/run-log.js";
import { secretArguments } from "../log/secret-arguments.js";
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
  log: RunLog = SILENT_LOG,
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
  const runOptions = await setUpRun(setup, terminal);
  const secret = secretArguments(runOptions.tools ?? []);
  const handle = await resumePositioned(runId, { ...runOptions, journal: folder });
  const json = options.json === true;
  return follow(handle, folder, terminal, json, { log, secret, ...(json || log.enabled ? { told } : {}) });
}
