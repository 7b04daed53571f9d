import { documentCodec, haltFrameSchema, lazySchema } from "@pelorus/core/schemas";
import type { Context } from "hono";
import { isFinal, type ManagedRun, type RunResult } from "../runs/index.js";
import type { ServerContext, ServerEnv } from "../server-context.js";
import { resultCodec, runStatusCodec } from "./documents.js";
import { runHeaders } from "./run-headers.js";
import { statusDocument } from "./status-document.js";

const haltFrameCodec = lazySchema(() => documentCodec(haltFrameSchema()));

/**
 * `GET /runs/{run_id}/result`: 200 with the result, 202 with the status while there is none, 451 with the halt frame when
 * the run was stopped before something happened (POS-POL-04). `Prefer: wait=<seconds>` waits for the end.
 */
export async function showResult(c: Context<ServerEnv>, context: ServerContext, runId: string): Promise<Response> {
  const run = await context.run(c, runId);
  const result = await resultWithin(
    run,
    secondsToWait(c.req.header("prefer"), context.limits.waitSeconds),
    c.req.raw.signal,
  );
  if (result === null) {
    return c.json(runStatusCodec().encode(statusDocument(run, context.cursors)) as object, 202, {
      ...runHeaders(run, null),
      "Retry-After": "1",
    });
  }
  if (result.halt !== undefined) {
    return c.json(haltFrameCodec().encode(result.halt) as object, 451, runHeaders(run, result));
  }
  const { state: _state, ...shown } = result;
  return c.json(resultCodec().encode(shown) as object, 200, runHeaders(run, result));
}

/** Seconds of `Prefer: wait=`, no more than `most`; 0 where nothing was asked. */
function secondsToWait(prefer: string | undefined, most: number): number {
  const [, seconds] = /(?:^|[,;])\s*wait\s*=\s*([0-9]{1,6})\s*(?:$|[,;])/i.exec(prefer ?? "") ?? [];
  return Math.min(Number(seconds ?? 0), most);
}

async function resultWithin(run: ManagedRun, seconds: number, left: AbortSignal): Promise<RunResult | null> {
  if (isFinal(run.status())) return run.result;
  if (seconds === 0) return null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let onLeft = () => {};
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, seconds * 1000, null);
    onLeft = () => resolve(null);
    left.addEventListener("abort", onLeft, { once: true });
  });
  try {
    return await Promise.race([run.result, late]);
  } finally {
    clearTimeout(timer);
    left.removeEventListener("abort", onLeft);
  }
}
