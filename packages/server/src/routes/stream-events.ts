import { encodeEvent, type RunEvent } from "@pelorus/core";
import type { Context } from "hono";
import { ServerError } from "../problem/server-error.js";
import { isFinal, type ManagedRun } from "../runs/index.js";
import type { ServerContext, ServerEnv } from "../server-context.js";
import { formatFrame } from "../sse/index.js";
import { gapCodec } from "./documents.js";
import { runHeaders } from "./run-headers.js";
import { statusDocument } from "./status-document.js";

/** Hundreds of readers of one run share one encoding of each event. */
const encoded = new WeakMap<RunEvent, string>();

/**
 * `GET /runs/{run_id}/events`: every event after the cursor once, with the id to come back with. `Last-Event-ID` counts
 * more than `?after=`, since a browser that comes back repeats the address it began with. 204 says that there is nothing
 * more, which also ends a browser's attempts.
 */
export async function streamEvents(c: Context<ServerEnv>, context: ServerContext, runId: string): Promise<Response> {
  const run = await context.run(c, runId);
  const given = c.req.header("last-event-id") ?? c.req.query("after") ?? "";
  const cursor = given === "" ? 0 : context.cursors.read(given, run.runId, run.owner);
  const { lastSeq } = run.progress();
  if (cursor > lastSeq) {
    throw new ServerError("cursor_ahead", `The last event of the run ${run.runId} is number ${lastSeq}.`);
  }
  const headers = runHeaders(run, null);
  if (cursor === lastSeq && isFinal(run.status())) return c.body(null, 204, headers);
  return context.stream(c, () => (signal) => frames(run, cursor, signal, context), headers);
}

async function* frames(
  run: ManagedRun,
  cursor: number,
  signal: AbortSignal,
  context: ServerContext,
): AsyncGenerator<string, void, undefined> {
  const idOf = context.cursors.writer(run.runId, run.owner);
  for (let next: number | null = cursor; next !== null; ) {
    const from: number = next;
    next = null;
    for await (const { events, missed } of run.batchesAfter(from, { signal })) {
      if (missed > 0) {
        // What is not kept cannot be told; how the run stands now stands for everything up to there.
        const now = (await context.registry.get(run.runId, run.owner)) ?? run;
        const status = statusDocument(now, context.cursors);
        const data = gapCodec().encode({ missed: status.lastSeq - from, run: status });
        yield formatFrame({ id: idOf(status.lastSeq), event: "gap", data: JSON.stringify(data) });
        next = status.lastSeq;
        break;
      }
      yield events.map((event) => formatFrame({ id: idOf(event.seq), data: encode(event) })).join("");
    }
  }
}

function encode(event: RunEvent): string {
  let text = encoded.get(event);
  if (text === undefined) {
    text = encodeEvent(event);
    encoded.set(event, text);
  }
  return text;
}
