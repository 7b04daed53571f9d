import type { Context } from "hono";
import type { ManagedRun } from "../runs/index.js";
import type { ServerContext, ServerEnv } from "../server-context.js";

/** The run as it is now; one that an earlier process left unfinished goes on, since its client has come back to it. */
export async function goneOn(context: ServerContext, c: Context<ServerEnv>, runId: string): Promise<ManagedRun> {
  const run = await context.run(c, runId);
  if (run.status() !== "interrupted") return run;
  await run.resume();
  return context.run(c, runId);
}
