import type { RunOptions } from "@pelorus/core";
import type { Context } from "hono";
import { idempotencyKey } from "../request/idempotency-key.js";
import type { ServerContext, ServerEnv } from "../server-context.js";
import { runStatusCodec, type StartRunBody, startRunSchema } from "./documents.js";
import { runHeaders } from "./run-headers.js";
import { statusDocument } from "./status-document.js";

/** `POST /runs`; with an `Idempotency-Key`, the same request again is answered with the same run. */
export async function startRun(c: Context<ServerEnv>, context: ServerContext): Promise<Response> {
  const key = idempotencyKey(c.req.raw.headers);
  const body = await context.readBody(c, startRunSchema());
  const start = {
    request: body.request,
    overrides: overridesOf(body),
    ...(body.continues === undefined ? {} : { continues: body.continues }),
  };
  const run =
    key === null
      ? await context.start(c, start)
      : await context.startOnce(c, key, [body, protocolHeaders(c.req.raw.headers)], start);
  return c.json(runStatusCodec().encode(statusDocument(run, context.cursors)) as object, 201, {
    ...runHeaders(run, null),
    Location: `/runs/${run.runId}`,
  });
}

/** Headers a run depends on, in one order. */
function protocolHeaders(headers: Headers): [string, string][] {
  return [...headers].filter(([name]) => name.startsWith("crp-"));
}

function overridesOf(body: StartRunBody): Partial<RunOptions> {
  return {
    ...(body.session_id === undefined ? {} : { sessionId: body.session_id }),
    ...(body.profile === undefined ? {} : { profile: body.profile }),
    ...(body.depth === undefined ? {} : { depth: body.depth }),
    ...(body.max_operations === undefined ? {} : { maxOperations: body.max_operations }),
    ...(body.max_output_tokens === undefined ? {} : { maxOutputTokens: body.max_output_tokens }),
    ...(body.timeout_ms === undefined ? {} : { timeoutMs: body.timeout_ms }),
    ...(body.max_cost === undefined ? {} : { maxCost: body.max_cost }),
    ...(body.include_headings === undefined ? {} : { includeHeadings: body.include_headings }),
    ...(body.context_facts === undefined
      ? {}
      : {
          contextFacts: body.context_facts.map((fact) =>
            typeof fact === "string"
              ? fact
              : {
                  statement: fact.statement,
                  ...(fact.source === undefined ? {} : { source: fact.source }),
                  ...(fact.confidence === undefined ? {} : { confidence: fact.confidence }),
                },
          ),
        }),
  };
}
