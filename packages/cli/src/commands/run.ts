import { resolve } from "node:path";
import type { CapabilityProfile, DepthLevel, PositionedResult, RunEvent, RunHandle, RunOptions } from "@pelorus/core";
import { encodeEvent, type RecordFolder, recordFolder, streamPositioned } from "@pelorus/core";
import { EXIT, exitCodeOf } from "../exit-codes.js";
import { findSources } from "../render/find-sources.js";
import { ProgressLines } from "../render/render-progress.js";
import { renderResult } from "../render/render-result.js";
import { styleFor } from "../render/style.js";
import { type RunSetup, setUpRun } from "../run-setup.js";
import { writeSetup } from "../setup-file.js";
import type { Terminal } from "../terminal.js";

/** What `pelorus run` was asked for. */
export interface RunCommandOptions extends RunSetup {
  readonly json?: boolean;
  /** Folder that gets the record of the run as a folder of its own. */
  readonly record: string;
  readonly contextWindow?: number;
  readonly maxOperations?: number;
  readonly timeout?: number;
  readonly profile?: CapabilityProfile;
  readonly depth?: DepthLevel;
}

/** Runs a request and tells it live. Resolves with the exit code. */
export async function runCommand(request: string, options: RunCommandOptions, terminal: Terminal): Promise<number> {
  const folder = recordFolder(resolve(options.record));
  const setup = await setUpRun(options, terminal);
  const runOptions: RunOptions = {
    ...setup,
    journal: folder,
    ...(options.profile === undefined ? {} : { profile: options.profile }),
    ...(options.depth === undefined ? {} : { depth: options.depth }),
    ...(options.contextWindow === undefined ? {} : { contextWindow: options.contextWindow }),
    ...(options.maxOperations === undefined ? {} : { maxOperations: options.maxOperations }),
    ...(options.timeout === undefined ? {} : { timeoutMs: options.timeout * 1000 }),
  };
  const handle = streamPositioned(request, runOptions);
  await writeSetup(folder.pathOf(handle.runId), options);
  return follow(handle, folder, terminal, options.json === true);
}

/** Tells a run under way until its leg ends; an interrupt aborts it once, a second one ends the process. */
export async function follow(
  handle: RunHandle,
  folder: RecordFolder,
  terminal: Terminal,
  json: boolean,
  options: { readonly told?: number } = {},
): Promise<number> {
  const style = styleFor(terminal.isInteractive);
  const progress = new ProgressLines({ style, columns: terminal.columns });
  const record = folder.pathOf(handle.runId);
  let interrupted = false;
  const onInterrupt = () => {
    if (interrupted) process.exit(EXIT.interrupted);
    interrupted = true;
    terminal.err("Interrupted; stopping. What was done is kept.\n");
    handle.abort("interrupted");
  };
  process.on("SIGINT", onInterrupt);
  try {
    for await (const event of handle.events) {
      if (event.seq <= (options.told ?? 0)) continue;
      if (json) terminal.out(`${encodeEvent(event)}\n`);
      else for (const line of progress.linesFor(event)) terminal.err(`${line}\n`);
    }
    const result = await handle.result;
    if (!json) await tellResult(result, folder, terminal, record);
    if (interrupted) {
      terminal.err(
        `Kept: ${result.steps.filter((step) => step.outcome === "done").length} of ${result.steps.length} operations; go on with: pelorus resume ${record}\n`,
      );
      return EXIT.interrupted;
    }
    return exitCodeOf(result.status);
  } finally {
    process.off("SIGINT", onInterrupt);
  }
}

async function tellResult(
  result: PositionedResult,
  folder: RecordFolder,
  terminal: Terminal,
  record: string,
): Promise<void> {
  const sources = await findSources(result.text, result.events, folder, result.runId);
  const rendered = renderResult(result, {
    style: styleFor(terminal.isInteractive),
    sources,
    record,
    seconds: secondsOf(result.events),
  });
  terminal.err("\n");
  if (rendered.answer.trim() !== "") terminal.out(`${rendered.answer.trimEnd()}\n`);
  terminal.err(rendered.report);
}

function secondsOf(events: readonly RunEvent[]): number {
  const first = events[0];
  const last = events.at(-1);
  return first === undefined || last === undefined ? 0 : (Date.parse(last.at) - Date.parse(first.at)) / 1000;
}
