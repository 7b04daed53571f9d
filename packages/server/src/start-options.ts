import { checkRunOptions, type RunOptions } from "@pelorus/core";
import type { ResumeContext, ServerOptions, StartContext } from "./server-options.js";

/**
 * The server's options of a run that is started, with its id. What a function of the server gives and no run takes is the
 * server's fault, not its caller's: it rejects with an error that says so.
 */
export async function startOptions({ run }: Pick<ServerOptions, "run">, start: StartContext): Promise<RunOptions> {
  // Those that are the same for every run were checked when the server was made.
  if (typeof run !== "function") return { runId: start.runId, ...run };
  const options: RunOptions = { runId: start.runId, ...(await run(start)) };
  try {
    checkRunOptions(options);
  } catch (cause) {
    throw new Error(`No run can be started with what \`run\` gives: ${(cause as Error).message}`, { cause });
  }
  return options;
}

/** Those of a run that an earlier process has left unfinished. */
export async function resumeOptions(options: ServerOptions, run: ResumeContext): Promise<RunOptions> {
  if (options.resume !== undefined) return options.resume(run);
  return startOptions(options, { ...run, headers: new Headers() });
}
