import { readFile } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { type RunEvent, recordFolder } from "@pelorus/core";
import { type Authorize, bearerTokens } from "@pelorus/server";
import { agUi } from "@pelorus/server/ag-ui";
import { aiSdk } from "@pelorus/server/ai-sdk";
import { folderRecords, type ListeningServer, serve } from "@pelorus/server/node";
import { EXIT } from "../exit-codes.js";
import { type RunLog, SILENT_LOG } from "../log/run-log.js";
import { connectServers, toolIds, withTools } from "../mcp-servers.js";
import { type PolicyFlags, policyOption } from "../policy-files.js";
import { RecordedSetups } from "../recorded-setups.js";
import { oneLine } from "../render/style.js";
import { type RunSetup, setUpRun, warnOfEmptyFolder } from "../run-setup.js";
import { writeSetup } from "../setup-file.js";
import { describeFault, STRAY_FAULT } from "../stray-faults.js";
import type { Terminal } from "../terminal.js";
import { UsageError } from "../usage-error.js";

/** What `pelorus serve` was asked for. */
export interface ServeCommandOptions extends RunSetup, PolicyFlags {
  readonly port: number;
  readonly host: string;
  /** File of tokens, one per line. Without it, `PELORUS_SERVER_TOKEN` is looked at. */
  readonly tokenFile?: string;
  readonly origin?: readonly string[];
  /** Folder that gets the records of the runs. */
  readonly record: string;
}

const TOKEN_VARIABLE = "PELORUS_SERVER_TOKEN";

/** Serves runs until the process is told to stop. Resolves with the exit code. */
export async function serveCommand(
  options: ServeCommandOptions,
  terminal: Terminal,
  log: RunLog = SILENT_LOG,
): Promise<number> {
  const tokens = await readTokens(options, terminal);
  const authorize: Authorize | undefined = tokens.length === 0 ? undefined : bearerTokens(tokens);
  const folder = recordFolder(resolve(options.record));
  const base = { ...(await setUpRun(options, terminal)), ...(await policyOption(options, terminal)) };
  await warnOfEmptyFolder(options, (text) => terminal.err(`warning: ${text}\n`));
  const servers = await connectServers(options.mcpServers, toolIds(base), terminal, log);
  const setup = withTools(base, servers);
  const recorded = new RecordedSetups(folder, terminal, log);
  const onFault = (error: unknown) =>
    terminal.err(`fault: ${error instanceof Error ? error.message : String(error)}\n`);
  const observed = log.enabled ? { onEvent: (event: RunEvent) => log.event(event) } : {};
  let server: ListeningServer;
  try {
    server = await serve({
      port: options.port,
      host: options.host,
      ...(authorize === undefined ? {} : { authorize }),
      ...(options.origin === undefined ? {} : { allowedOrigins: options.origin }),
      endpoints: [agUi(), aiSdk()],
      onFault,
      records: folderRecords(folder, { onFault }),
      run: async ({ runId }) => {
        // With its setup beside its record, a run goes on in the next server, and under `pelorus resume` without one.
        await writeSetup(folder, runId, options);
        return { ...setup, ...observed };
      },
      resume: async ({ runId }) => ({ ...(await recorded.optionsOf(runId)), ...observed }),
    });
  } catch (error) {
    await servers.close();
    if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") {
      throw new UsageError(
        "port_taken",
        `Port ${options.port} of ${options.host} is in use, by another server perhaps. Name another one with --port; --port 0 takes any free one.`,
      );
    }
    throw error;
  }
  const token = tokens[0];
  // The part after # stays in the browser: no log, proxy or other site is told of it.
  terminal.out(`${server.url}/${token === undefined ? "" : `#token=${encodeURIComponent(token)}`}\n`);
  terminal.err(`Serving ${options.model}; records in ${options.record}. Stop with Ctrl-C.\n`);
  await tellRecovered(server, options.record, terminal);
  const fault = await untilStopped(terminal);
  if (fault !== null) terminal.err(`error ${STRAY_FAULT}: ${fault}\n`);
  await stop(server, options.record, terminal);
  await Promise.all([servers.close(), recorded.close()]);
  return fault === null ? EXIT.complete : EXIT.failure;
}

/** The tokens of the file, else the one of the environment. */
async function readTokens(options: ServeCommandOptions, terminal: Terminal): Promise<string[]> {
  if (options.tokenFile === undefined) {
    const token = terminal.env[TOKEN_VARIABLE];
    return token === undefined || token === "" ? [] : [token];
  }
  let text: string;
  try {
    text = await readFile(options.tokenFile, "utf8");
  } catch (cause) {
    throw new UsageError("input_unreadable", `--token-file ${options.tokenFile}: ${(cause as Error).message}`);
  }
  const tokens = text.split(/\r?\n/).map((line) => line.trim());
  const found = tokens.filter((line) => line !== "" && !line.startsWith("#"));
  if (found.length === 0) throw new UsageError("input_invalid", `--token-file ${options.tokenFile} holds no token.`);
  return found;
}

/** Resolves when the process is told to stop, with null, or when something of it fails, with what it was. */
function untilStopped(terminal: Terminal): Promise<string | null> {
  return new Promise((resolve) => {
    const end = (fault: string | null) => {
      process.off("SIGINT", onSignal);
      process.off("SIGTERM", onSignal);
      release?.();
      resolve(fault);
    };
    const onSignal = () => end(null);
    process.on("SIGINT", onSignal);
    process.on("SIGTERM", onSignal);
    const release = terminal.faults?.takeOver((fault) => {
      if (fault.kind === "thrown") return end(describeFault(fault));
      // Nothing that takes time runs any more; the journals of the runs are as whole as after a kill.
      terminal.err(
        `error ${STRAY_FAULT}: ${describeFault(fault)} Open runs are kept; go on with: pelorus resume <record>\n`,
      );
      process.exitCode = EXIT.failure;
    });
  });
}

/** Says which runs were found unfinished, and that they go on. */
async function tellRecovered(server: ListeningServer, record: string, terminal: Terminal): Promise<void> {
  const found = await server.handler.registry.recovered();
  if (found.length === 0) return;
  terminal.err(
    `${found.length === 1 ? "One unfinished run" : `${found.length} unfinished runs`} found in ${record}:\n`,
  );
  for (const run of found) {
    const what = run.status() === "waiting" ? "waits for an answer" : "was interrupted";
    terminal.err(`  ${run.runId} ${what}: ${oneLine(run.request, 60)}\n`);
  }
}

/** Ends the server and says what becomes of runs that are not over: their records are kept. */
async function stop(server: ListeningServer, record: string, terminal: Terminal): Promise<void> {
  const open = server.handler.registry.open();
  const waiting = open.filter((run) => run.status() === "waiting");
  const running = open.filter((run) => run.status() === "running");
  // What waits for a person is in its journal as it is; ending it would take the answer from them.
  await server.close();
  terminal.err(
    `Stopped. ${open.length === 0 ? "No run was open." : open.length === 1 ? "One open run is kept:" : `${open.length} open runs are kept:`}\n`,
  );
  for (const [runs, what] of [
    [running, "was cut short"],
    [waiting, "waits for an answer"],
  ] as const) {
    for (const run of runs) {
      const path = relative(process.cwd(), resolve(record, run.runId));
      const how = what === "was cut short" ? `pelorus resume ${path}` : `pelorus answer ${path} <id> <value>`;
      terminal.err(`  ${run.runId} ${what}; go on with: ${how}\n`);
    }
  }
  if (open.length > 0) terminal.err(`Or serve again with --record ${record}.\n`);
}
