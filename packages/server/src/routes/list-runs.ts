import type { Context } from "hono";
import { ServerError } from "../problem/server-error.js";
import { checkMembers } from "../request/check-members.js";
import type { ServerContext, ServerEnv } from "../server-context.js";
import { listQuerySchema, runListCodec } from "./documents.js";

/** `GET /runs` */
export async function listRuns(c: Context<ServerEnv>, context: ServerContext): Promise<Response> {
  const query = checkMembers(listQuerySchema(), c.req.query(), "parameter_invalid");
  const limit = Number(query.limit ?? 50);
  if (query.before !== undefined && (await context.registry.get(query.before, c.var.owner)) === null) {
    throw new ServerError("parameter_invalid", "The parameters are wrong: /before names no run of the caller.", {
      errors: [{ pointer: "/before", detail: "There is no such run, or it was forgotten; begin with the first page." }],
    });
  }
  const runs = await context.registry.list(c.var.owner, {
    limit: limit + 1,
    ...(query.before === undefined ? {} : { before: query.before }),
  });
  const page = runs.slice(0, limit);
  const last = page.at(-1);
  const list = {
    runs: page.map((run) => {
      const { status, lastSeq, updatedAt, pending, haltReason } = run.progress();
      return {
        runId: run.runId,
        sessionId: run.sessionId,
        request: run.request,
        createdAt: run.createdAt,
        ...(run.recoveredFrom === undefined ? {} : { recoveredFrom: run.recoveredFrom }),
        status,
        lastSeq,
        updatedAt,
        open: pending.length,
        ...(haltReason === undefined ? {} : { haltReason }),
      };
    }),
    ...(runs.length > limit && last !== undefined ? { next: last.runId } : {}),
  };
  return c.json(runListCodec().encode(list) as object);
}
