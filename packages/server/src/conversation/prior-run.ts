import type { Context } from "hono";
import { ServerError } from "../problem/server-error.js";
import type { ManagedRun } from "../runs/index.js";
import { isFinal } from "../runs/is-final.js";
import type { ServerContext, ServerEnv } from "../server-context.js";
import type { Stretch, Thread, Turn } from "./thread-table.js";

/** The run of a turn; null when it was forgotten. */
export async function runOfTurn<S extends Stretch>(
  context: ServerContext,
  c: Context<ServerEnv>,
  turn: Turn<S>,
): Promise<ManagedRun | null> {
  try {
    return await context.run(c, turn.runId);
  } catch (error) {
    if (ServerError.isInstance(error) && error.code === "run_unknown") return null;
    throw error;
  }
}

/**
 * The run a new one goes on from: that of the latest message before it which this server answered. A client may leave the
 * earlier messages out; then it is the last run of the thread, unless the message is one of the thread, asked anew.
 */
export async function priorRun<S extends Stretch>(
  context: ServerContext,
  c: Context<ServerEnv>,
  thread: Thread<S>,
  before: readonly { readonly id: string; readonly role: string }[],
  messageId: string,
): Promise<string | null> {
  const asked = before.filter(({ role }) => role === "user");
  const isAlone = asked.length === 0 && !thread.turns.some((turn) => turn.messageId === messageId);
  const turns = isAlone
    ? thread.turns.toReversed()
    : asked.toReversed().flatMap(({ id }) => thread.turns.findLast((turn) => turn.messageId === id) ?? []);
  for (const turn of turns) {
    const run = await runOfTurn(context, c, turn);
    if (run !== null && isFinal(run.status())) return run.runId;
  }
  return null;
}
