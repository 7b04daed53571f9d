import type { Context } from "hono";
import type { ServerContext, ServerEnv } from "../server-context.js";
import { cancelSchema, runStatusCodec } from "./documents.js";
import { statusDocument } from "./status-document.js";

/**
 * `POST /runs/{run_id}/cancel`: the one way a client ends a run; a connection that closes does not. One that is over
 * is left as it is, so that a cancel can be sent again.
 */
export async function cancelRun(c: Context<ServerEnv>, context: ServerContext, runId: string): Promise<Response> {
  const found = await context.run(c, runId);
  const { reason } = await context.readBody(c, cancelSchema(), {});
  await found.cancel(reason);
  // One that an earlier process left unfinished is driven here from now on.
  const run = await context.run(c, runId);
  return c.json(runStatusCodec().encode(statusDocument(run, context.cursors)) as object, 202);
}
