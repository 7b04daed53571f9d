import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type { ServerNotification, ServerRequest } from "@modelcontextprotocol/sdk/types.js";
import { askClient, canAskClient } from "./ask-client.js";
import type { KnownRun } from "./known-run.js";

export type RequestExtra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/**
 * Waits for the end of a run, tells the client how far it is, and asks the client what the run asks. Ends when the run
 * has ended, or waits for what the client did not answer. A client that cancels its request ends the run.
 */
export async function followRun(
  run: KnownRun,
  server: Server,
  extra: RequestExtra,
  answerTimeoutMs: number,
): Promise<void> {
  const onCancel = (): void => run.handle.abort("cancelled by the client");
  if (extra.signal.aborted) onCancel();
  else extra.signal.addEventListener("abort", onCancel, { once: true });
  const unwatch = tellProgress(run, extra);
  try {
    for (;;) {
      const result = await run.handle.result;
      const [request] = result.pending;
      if (result.status !== "waiting" || request === undefined || !canAskClient(server)) return;
      const answer = await askClient(server, request, {
        signal: extra.signal,
        timeout: answerTimeoutMs,
        maxTotalTimeout: answerTimeoutMs,
        relatedRequestId: extra.requestId,
      });
      if (answer.kind === "none" || extra.signal.aborted) return;
      const id = request.kind === "clarification" ? request.data.requestId : request.data.id;
      await run.answer(id, answer.value, server.getClientVersion()?.name ?? "client");
    }
  } finally {
    unwatch();
    extra.signal.removeEventListener("abort", onCancel);
  }
}

/** Progress goes to clients that asked for it by a token; the number is that of the event and only grows. */
function tellProgress(run: KnownRun, extra: RequestExtra): () => void {
  const progressToken = extra._meta?.progressToken;
  if (progressToken === undefined) return () => {};
  let told = 0;
  return run.watch((seq, message) => {
    if (seq <= told) return;
    told = seq;
    extra
      .sendNotification({ method: "notifications/progress", params: { progressToken, progress: seq, message } })
      // A client that is gone is noticed by its request.
      .catch(() => {});
  });
}
