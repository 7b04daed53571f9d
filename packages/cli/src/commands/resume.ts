import { JournalError, type RecordFolder, resumePositioned } from "@pelorus/core";
import { type RunLog, SILENT_LOG } from "../log/run-log.js";
import { secretArguments } from "../log/secret-arguments.js";
import { connectServers, toolIds, withTools } from "../mcp-servers.js";
import { type McpFlags, mcpSetup } from "../mcp-setup.js";
import { openRecord } from "../open-record.js";
import { type KeyFlags, type KeySource, keySource, readKey } from "../record-key.js";
import { setUpRun, warnOfEmptyFolder } from "../run-setup.js";
import { readSetup, writeSetup } from "../setup-file.js";
import type { Terminal } from "../terminal.js";
import { countToldEvents } from "../told-events.js";
import { UsageError } from "../usage-error.js";
import { follow } from "./run.js";

/** Goes on with a killed, waiting or failed run from its record; a finished one tells its result again. */
export async function resumeCommand(
  path: string,
  options: McpFlags & KeyFlags & { readonly json?: boolean; readonly model?: string },
  terminal: Terminal,
  log: RunLog = SILENT_LOG,
): Promise<number> {
  const { folder, runId } = await openRecord(path);
  const kept = await readSetup(folder, runId);
  if (kept === null) {
    throw new UsageError(
      "setup_missing",
      `${path} was not made by "pelorus run": it has no setup.json; resume it with resumePositioned.`,
    );
  }
  const warn = (text: string) => (log.enabled ? log.command("warn", text) : terminal.err(`warning: ${text}\n`));
  const isOver = await isRunOver(folder, runId, warn);
  const isChanged = options.model !== undefined || options.keyFile !== undefined || options.keyEnv !== undefined;
  const key = options.keyFile === undefined && options.keyEnv === undefined ? kept.key : keySource(options, terminal);
  const { key: _earlier, ...others } = options.model === undefined ? kept : { ...kept, model: options.model };
  const setup = key === undefined || (isOver && !(await isThere(key, terminal))) ? others : { ...others, key };
  const told = await countToldEvents(folder, runId, warn);
  const base = await setUpRun(setup, terminal);
  if (!isOver) await warnOfEmptyFolder(setup, warn);
  // The next resume goes on with it, too: what a model has answered is in the record under its name. A finished run keeps its own.
  if (isChanged && !isOver) await writeSetup(folder, runId, setup);
  // Servers move and are started otherwise: what the command line says goes before what the record says.
  const servers = await connectServers(
    isOver ? undefined : (mcpSetup(options) ?? setup.mcpServers),
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

/** The answer of a run that is over can be told without the key its record was sealed with. */
async function isThere(key: KeySource, terminal: Terminal): Promise<boolean> {
  return readKey(key, terminal).then(
    () => true,
    () => false,
  );
}

/** A run that is over is told from its record: no server is started for it. */
async function isRunOver(folder: RecordFolder, runId: string, warn: (text: string) => void): Promise<boolean> {
  try {
    const run = await folder.readRun(runId);
    return run?.status === "complete" || run?.status === "partial";
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    warn(error.message);
    const closing = (await folder.read(runId)).at(-1);
    return closing?.kind === "run_closed" && closing.data.status !== "halted";
  }
}
