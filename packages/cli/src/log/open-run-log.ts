import type { Terminal } from "../terminal.js";
import { UsageError } from "../usage-error.js";
import { isLogLevel, LOG_LEVELS } from "./log-levels.js";
import { type RunLog, SILENT_LOG } from "./run-log.js";

/** The variable that gives the level where `--log-level` is not given. */
const VARIABLE = "PELORUS_LOG";

/**
 * Opens the log of a command. `option` is `--log-level`, which goes before the variable. Throws `UsageError` for a word
 * that is no level. The logger is loaded only where something is to be written.
 */
export async function openRunLog(option: string | undefined, terminal: Terminal): Promise<RunLog> {
  const given = option ?? terminal.env[VARIABLE] ?? "";
  const level = given === "" ? "silent" : given.toLowerCase();
  if (!isLogLevel(level)) {
    const where = option === undefined ? VARIABLE : "--log-level";
    throw new UsageError("log_level_unknown", `${where}: "${given}" is no level; there are ${LOG_LEVELS.join(", ")}.`);
  }
  if (level === "silent") return SILENT_LOG;
  const { PinoRunLog } = await import("./pino-run-log.js");
  return new PinoRunLog(level, terminal);
}
