import type { Context } from "hono";
import { isFinal } from "../runs/index.js";
import type { ServerContext, ServerEnv } from "../server-context.js";
import { runStatusCodec } from "./documents.js";
import { runHeaders } from "./run-headers.js";
import { statusDocument } from "./status-document.js";

/** `GET /runs/{run_id}` */
export async function showRun(c: Context<ServerEnv>, context: ServerContext, runId: string): Promise<Response> {
  const run = await context.run(c, runId);
  const status = statusDocument(run, context.cursors);
  const result = isFinal(status.status) ? await run.result : null;
  return c.json(runStatusCodec().encode(status) as object, 200, runHeaders(run, result));
}
