import type { Context } from "hono";
import type { ServerContext, ServerEnv } from "../server-context.js";
import { answeredCodec, answerSchema } from "./documents.js";

/** `POST /runs/{run_id}/answers/{request_id}` */
export async function answerRequest(
  c: Context<ServerEnv>,
  context: ServerContext,
  runId: string,
  requestId: string,
): Promise<Response> {
  const run = await context.run(c, runId);
  const body = await context.readBody(c, answerSchema());
  await run.answer(requestId, body.value, body.reviewer);
  return c.json(answeredCodec().encode({ runId: run.runId, answered: requestId }) as object);
}
