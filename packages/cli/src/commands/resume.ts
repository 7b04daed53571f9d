import { type RecordFolder, resumePositioned } from "@pelorus/core";
import { type RunLog, SILENT_LOG } from "../log/run-log.js";
import { secretArguments } from "../log/secret-arguments.js";
import { connectServers, toolIds, withTools } from "../mcp-servers.js";
import { type McpFlags, mcpSetup } from "../mcp-setup.js";
import { openRecord } from "../open-record.js";
import { setUpRun } from "../run-setup.js";
import { readSetup, writeSetup } from "../setup-file.js";
import type { Terminal } from "../terminal.js";
import { UsageError } from "../usage-error.js";
import { follow } from "./run.js";

/** Goes on with a killed, waiting or failed run from its record; a finished one tells its result again. */
export async function resumeCommand(
  path: string,
  options: McpFlags & { readonly json?: boolean; readonly model?: string },
  terminal: Terminal,
  log: RunLog = SILENT_LOG,
): Promise<number> {
  const { folder, runId, path: record } = await openRecord(path);
  const kept = await readSetup(record);
  if (kept === null) {
    throw new UsageError(
      "setup_missing",
      `${path} was not made by "pelorus run": it has no setup.json; resume it with resumePositioned.`,
    );
  }
  const setup = options.model === undefined ? kept : { ...kept, model: options.model };
  const told = (await folder.readEvents(runId)).length;
  const base = await setUpRun(setup, terminal);
  // The next resume goes on with it, too: what it has answered is in the record under its name.
  if (options.model !== undefined) await writeSetup(record, setup);
  // Servers move and are started otherwise: what the command line says goes before what the record says.
  const servers = await connectServers(
    (await isOver(folder, runId)) ? undefined : (mcpSetup(options) ?? setup.mcpServers),
    toolIds(base),
    terminal,
    log,
  );
  try {
    const runOptions = withTools(base, servers);
    const secret = secretArguments(runOptions.tools ?? []);
    const handle = await resumePositioned(runId, { ...runOptions, journal: folder });
    const json = options.json === true;
    return await follow(handle, folder, terminal, json, { log, secret, ...(json || log.enabled ? { told } : {}) });
  } finally {
    await servers.close();
  }
}

/** A run that is over is told from its record: no server is started for it. */
async function isOver(folder: RecordFolder, runId: string): Promise<boolean> {
  const run = await folder.readRun(runId).catch(() => null);
  return run?.status === "complete" || run?.status === "partial";
}
