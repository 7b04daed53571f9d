import type { Context } from "hono";
import type { ServerContext, ServerEnv } from "../server-context.js";
import { runStatusCodec } from "./documents.js";
import { statusDocument } from "./status-document.js";

/** `POST /runs/{run_id}/resume`: a run that an earlier process left unfinished goes on in this one. */
export async function resumeRun(c: Context<ServerEnv>, context: ServerContext, runId: string): Promise<Response> {
  await (await context.run(c, runId)).resume();
  const run = await context.run(c, runId);
  return c.json(runStatusCodec().encode(statusDocument(run, context.cursors)) as object, 202);
}
