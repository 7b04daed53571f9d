import type { Context } from "hono";
import { isFinal, type ManagedRun } from "../runs/index.js";
import type { ServerContext, ServerEnv } from "../server-context.js";
import { recordCodec } from "./documents.js";

/** `GET /runs/{run_id}/record`: the STTP nodes so far as text, or with the state as JSON where that is asked for. */
export async function showRecord(c: Context<ServerEnv>, context: ServerContext, runId: string): Promise<Response> {
  const run = await context.run(c, runId);
  const nodes = await recordedNodes(run);
  if (!/\bapplication\/json\b/i.test(c.req.header("accept") ?? "")) {
    const text = nodes.map((node) => node.text).join("\n\n");
    return c.text(text === "" ? "" : `${text}\n`, 200, { "Content-Type": "text/plain; charset=utf-8" });
  }
  const status = run.status();
  const state = isFinal(status) ? (await run.result).state : undefined;
  const record = {
    runId: run.runId,
    sessionId: run.sessionId,
    status,
    nodes,
    ...(state === undefined ? {} : { state }),
  };
  return c.json(recordCodec().encode(record) as object);
}

async function recordedNodes(run: ManagedRun): Promise<{ nodeId: string; parentNode?: string; text: string }[]> {
  const nodes: { nodeId: string; parentNode?: string; text: string }[] = [];
  const last = run.progress().lastSeq;
  if (last === 0) return nodes;
  for await (const { events } of run.batchesAfter(0)) {
    for (const event of events) {
      if (event.kind !== "node_recorded") continue;
      const { nodeId, parentNode, node } = event.data;
      nodes.push({ nodeId, ...(parentNode === undefined ? {} : { parentNode }), text: node });
    }
    if ((events.at(-1)?.seq ?? 0) >= last) break;
  }
  return nodes;
}
