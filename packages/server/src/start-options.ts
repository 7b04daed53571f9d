import type { RunOptions } from "@pelorus/core";
import type { ResumeContext, ServerOptions, StartContext } from "./server-options.js";

/** The server's options of a run that is started, with its id. */
export async function startOptions({ run }: Pick<ServerOptions, "run">, start: StartContext): Promise<RunOptions> {
  return { runId: start.runId, ...(typeof run === "function" ? await run(start) : run) };
}

/** Those of a run that an earlier process has left unfinished. */
export async function resumeOptions(options: ServerOptions, run: ResumeContext): Promise<RunOptions> {
  if (options.resume !== undefined) return options.resume(run);
  return startOptions(options, { ...run, headers: new Headers() });
}
