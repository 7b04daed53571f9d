import { createHash, randomBytes } from "node:crypto";
import type { RunOptions } from "@pelorus/core";
import type { Context } from "hono";
import { ServerError } from "./problem/server-error.js";
import { checkMembers } from "./request/check-members.js";
import { inboundOverrides } from "./request/inbound-overrides.js";
import { narrowOptions } from "./request/narrow-options.js";
import { NO_BODY, readJson } from "./request/read-json.js";
import { isFinal, KeyedStarts, type RunRegistry, takePlaces } from "./runs/index.js";
import type { FrameSource, ServerContext, ServerEnv, StartRequest } from "./server-context.js";
import type { ServerLimits } from "./server-limits.js";
import type { ServerOptions } from "./server-options.js";
import { type CursorSource, eventStream } from "./sse/index.js";
import { startOptions } from "./start-options.js";

/** What the routes work with, made from the options of a server. */
export function makeContext(
  options: ServerOptions,
  limits: ServerLimits,
  registry: RunRegistry,
  cursors: CursorSource,
): ServerContext {
  const takeStream = takePlaces(limits.streamsPerOwner, () => {
    return new ServerError(
      "too_many_streams",
      `There are ${limits.streamsPerOwner} open streams of this key already.`,
      {
        headers: { "Retry-After": "5" },
      },
    );
  });
  const keyed = new KeyedStarts({ perOwner: limits.idempotencyKeysPerOwner, keptMs: limits.idempotencyKeyMs });
  const context: ServerContext = {
    registry,
    limits,
    cursors,
    async start(c, start) {
      const base = await startOptions(options, {
        owner: c.var.owner,
        request: start.request,
        headers: c.req.raw.headers,
        runId: `run_${randomBytes(8).toString("hex")}`,
      });
      const relayed = start.continues === undefined ? {} : await relay(c, start.continues);
      const tools = start.tools === undefined ? {} : { tools: [...(base.tools ?? []), ...start.tools] };
      const combined = combine(base, { ...relayed, ...start.overrides, ...tools });
      const inbound = inboundOverrides(c.req.raw, combined.profile === undefined ? {} : { profile: combined.profile });
      return registry.start(start.request, narrowOptions(combined, inbound, limits.runMs), c.var.owner, start.turn);
    },
    async startOnce(c, key, asked, start) {
      const fingerprint = createHash("sha256").update(JSON.stringify(asked)).digest("base64url");
      const begin = async () => (await context.start(c, start)).runId;
      const runId = await keyed.once(c.var.owner, key, fingerprint, begin);
      const run = await registry.get(runId, c.var.owner);
      if (run === null) throw new ServerError("run_unknown", `The run of this key, ${runId}, was forgotten.`);
      return run;
    },
    async run(c, runId) {
      const run = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,127}$/.test(runId) ? await registry.get(runId, c.var.owner) : null;
      if (run === null) throw new ServerError("run_unknown", "There is no such run.");
      return run;
    },
    async readBody(c, schema, absent) {
      const body = await readJson(c.req.raw, limits);
      if (body !== NO_BODY) return checkMembers(schema, body, "body_invalid");
      if (absent === undefined) throw new ServerError("body_missing", "The request has no body.");
      return absent;
    },
    async stream(c, begin, headers = {}) {
      const onEnd = takeStream(c.var.owner);
      let source: FrameSource;
      try {
        source = await begin();
      } catch (error) {
        onEnd();
        throw error;
      }
      // Who asks for the head alone never reads, and never leaves.
      const isHead = c.req.method === "HEAD";
      if (isHead) onEnd();
      const body = isHead ? null : eventStream(source, { ...limits, signal: c.req.raw.signal, onEnd });
      return new Response(body, {
        headers: {
          ...headers,
          "Content-Type": "text/event-stream; charset=utf-8",
          "Cache-Control": "no-store, no-transform",
          // Proxies that buffer would hold events back.
          "X-Accel-Buffering": "no",
        },
      });
    },
  };

  /** State and session of a finished run of the caller. */
  async function relay(c: Context<ServerEnv>, runId: string): Promise<Partial<RunOptions>> {
    const prior = await context.run(c, runId);
    if (!isFinal(prior.status())) {
      throw new ServerError("run_not_over", `The run ${prior.runId} is ${prior.status()}.`);
    }
    const { state, sessionId } = await prior.result;
    return state === undefined ? { sessionId } : { sessionId, priorCso: state };
  }
  return context;
}

/** Limits of which the smaller one holds, so that a caller can only take away. */
const SMALLER = ["maxOperations", "maxOutputTokens", "timeoutMs", "maxCost"] as const;

/** The server's options with those of one run. Facts come together, limits take the smaller one. */
function combine(base: RunOptions, overrides: NonNullable<StartRequest["overrides"]>): RunOptions {
  const facts = [...(base.contextFacts ?? []), ...(overrides.contextFacts ?? [])];
  const combined: Record<string, unknown> = { ...base, ...overrides };
  for (const limit of SMALLER) {
    const values = [base[limit], overrides[limit]].filter((value) => value !== undefined);
    if (values.length > 0) combined[limit] = Math.min(...values);
  }
  if (facts.length > 0) combined.contextFacts = facts;
  return combined as unknown as RunOptions;
}
