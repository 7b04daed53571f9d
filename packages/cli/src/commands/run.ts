import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import type { CapabilityProfile, DepthLevel, PositionedResult, RunEvent, RunHandle, RunOptions } from "@pelorus/core";
import { encodeEvent, type RecordFolder, recordFolder, streamPositioned } from "@pelorus/core";
import { EXIT, exitCodeOf } from "../exit-codes.js";
import { Redaction } from "../log/redaction.js";
import { type RunLog, SILENT_LOG } from "../log/run-log.js";
import { type SecretArguments, secretArguments } from "../log/secret-arguments.js";
import { connectServers, toolIds, withTools } from "../mcp-servers.js";
import { type PolicyFlags, policyOption } from "../policy-files.js";
import { DoneSteps } from "../render/done-steps.js";
import { findRemarks } from "../render/find-remarks.js";
import { findSources } from "../render/find-sources.js";
import { ProgressLines } from "../render/render-progress.js";
import { renderResult } from "../render/render-result.js";
import { styleFor } from "../render/style.js";
import { whatToDo } from "../render/what-to-do.js";
import { type RunSetup, setUpRun, warnOfEmptyFolder } from "../run-setup.js";
import { writeSetup } from "../setup-file.js";
import { describeFault, STRAY_FAULT, type StrayFault } from "../stray-faults.js";
import type { Terminal } from "../terminal.js";

/** What `pelorus run` was asked for. */
export interface RunCommandOptions extends RunSetup, PolicyFlags {
  readonly json?: boolean;
  /** Folder that gets the record of the run as a folder of its own. */
  readonly record: string;
  readonly contextWindow?: number;
  readonly maxCost?: number;
  readonly maxOperations?: number;
  readonly timeout?: number;
  readonly profile?: CapabilityProfile;
  readonly depth?: DepthLevel;
}

/** Runs a request and tells it live. Resolves with the exit code. */
export async function runCommand(
  request: string,
  options: RunCommandOptions,
  terminal: Terminal,
  log: RunLog = SILENT_LOG,
): Promise<number> {
  const folder = recordFolder(resolve(options.record));
  const base = { ...(await setUpRun(options, terminal)), ...(await policyOption(options, terminal)) };
  await warnOfEmptyFolder(options, (text) =>
    log.enabled ? log.command("warn", text) : terminal.err(`warning: ${text}\n`),
  );
  const servers = await connectServers(options.mcpServers, toolIds(base), terminal, log);
  try {
    return await runWith(request, options, withTools(base, servers), folder, terminal, log);
  } finally {
    await servers.close();
  }
}

async function runWith(
  request: string,
  options: RunCommandOptions,
  setup: RunOptions,
  folder: RecordFolder,
  terminal: Terminal,
  log: RunLog,
): Promise<number> {
  const secret = secretArguments(setup.tools ?? []);
  const runOptions: RunOptions = {
    ...setup,
    journal: folder,
    ...(options.profile === undefined ? {} : { profile: options.profile }),
    ...(options.depth === undefined ? {} : { depth: options.depth }),
    ...(options.contextWindow === undefined ? {} : { contextWindow: options.contextWindow }),
    ...(options.maxCost === undefined ? {} : { maxCost: options.maxCost }),
    ...(options.maxOperations === undefined ? {} : { maxOperations: options.maxOperations }),
    ...(options.timeout === undefined ? {} : { timeoutMs: options.timeout * 1000 }),
  };
  // What the run is set up from is kept before it begins: whatever has a journal can be resumed.
  const runId = `run_${randomBytes(8).toString("hex")}`;
  await writeSetup(folder, runId, options);
  const handle = streamPositioned(request, { ...runOptions, runId });
  return follow(handle, folder, terminal, options.json === true, { log, secret });
}

/** Ctrl-C, and what service managers and containers stop a process with. */
const STOPS = ["SIGINT", "SIGTERM"] as const;

/**
 * Tells a run under way until its leg ends; an interrupt aborts it once, a second one ends the process. So does a fault
 * outside of the run, as in a timer of a tool's module: what was done is kept, and how to go on is said. A log takes the
 * place of the progress and the report, so that standard error holds JSON lines only.
 */
export async function follow(
  handle: RunHandle,
  folder: RecordFolder,
  terminal: Terminal,
  json: boolean,
  options: { readonly told?: number; readonly log?: RunLog; readonly secret?: SecretArguments } = {},
): Promise<number> {
  const style = styleFor(terminal.isInteractive);
  const secret = options.secret ?? new Map();
  const progress = new ProgressLines({
    style,
    columns: terminal.columns,
    redaction: new Redaction(terminal.env),
    secret,
  });
  const record = folder.pathOf(handle.runId);
  const log = options.log ?? SILENT_LOG;
  log.knowTools(secret);
  const say = (text: string) => (log.enabled ? log.command("warn", text) : terminal.err(`${text}\n`));
  const done = new DoneSteps();
  const sayKept = () => say(`Kept: ${done.text()}; go on with: pelorus resume ${record}`);
  let ending: number | null = null;
  let failure: string | null = null;
  const onInterrupt = (signal: NodeJS.Signals) => {
    const code = signal === "SIGTERM" ? EXIT.terminated : EXIT.interrupted;
    if (ending !== null) exit(terminal, code);
    ending = code;
    say("Interrupted; stopping. What was done is kept.");
    handle.abort("interrupted");
  };
  for (const signal of STOPS) process.on(signal, onInterrupt);
  const release = terminal.faults?.takeOver((fault: StrayFault) => {
    if (fault.kind === "exit") {
      // Nothing that takes time runs any more; the journal is as whole as after a kill.
      say(`error ${STRAY_FAULT}: ${describeFault(fault)}`);
      sayKept();
      process.exitCode = EXIT.failure;
      return;
    }
    if (ending !== null) return;
    ending = EXIT.failure;
    failure = `error ${STRAY_FAULT}: ${describeFault(fault)}`;
    say("Something failed outside of the run; stopping. What was done is kept.");
    handle.abort(STRAY_FAULT);
  });
  try {
    for await (const event of handle.events) {
      done.add(event);
      if (event.seq <= (options.told ?? 0)) continue;
      log.event(event);
      if (json) terminal.out(`${encodeEvent(event)}\n`);
      else if (!log.enabled) for (const line of progress.linesFor(event)) terminal.err(`${line}\n`);
    }
    const result = await handle.result;
    if (!json) await tellResult(result, folder, terminal, record, log);
    if (ending !== null) {
      if (failure !== null) say(failure);
      sayKept();
      return ending;
    }
    const { error } = result;
    if (error?.code !== "record_mismatch") return exitCodeOf(result.status);
    // The report of a person has it already.
    if (json || log.enabled) say(`error ${error.code}: ${error.message}`);
    return EXIT.failure;
  } finally {
    release?.();
    for (const signal of STOPS) process.off(signal, onInterrupt);
  }
}

function exit(terminal: Terminal, code: number): never {
  if (terminal.faults !== undefined) terminal.faults.exit(code);
  process.exit(code);
}

async function tellResult(
  result: PositionedResult,
  folder: RecordFolder,
  terminal: Terminal,
  record: string,
  log: RunLog,
): Promise<void> {
  const sources = await findSources(result.text, result.events, folder, result.runId);
  const rendered = renderResult(result, {
    style: styleFor(terminal.isInteractive),
    sources,
    record,
    seconds: secondsOf(result.events),
    redaction: new Redaction(terminal.env),
  });
  if (log.enabled) {
    const { notes, refused } = findRemarks(result.events);
    const remedy = whatToDo(result, record);
    log.command("info", "result", {
      status: result.status,
      record,
      sources: sources.length,
      notes: notes.length,
      refused: refused.length,
      ...(remedy === null ? {} : { what_to_do: remedy }),
    });
  } else terminal.err("\n");
  if (rendered.answer.trim() !== "") terminal.out(`${rendered.answer.trimEnd()}\n`);
  if (!log.enabled) terminal.err(rendered.report);
}

function secondsOf(events: readonly RunEvent[]): number {
  const first = events[0];
  const last = events.at(-1);
  return first === undefined || last === undefined ? 0 : (Date.parse(last.at) - Date.parse(first.at)) / 1000;
}
