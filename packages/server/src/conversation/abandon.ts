import type { ManagedRun } from "../runs/index.js";

/**
 * Ends a run for another message; what it did is kept, and the next run goes on from there. Rejects with `ServerError`
 * where it cannot be ended here (`run_elsewhere`, `run_not_resumable`).
 */
export async function abandon(run: ManagedRun): Promise<void> {
  await run.cancel("abandoned for another message");
  await run.result;
}

/** True where nothing but calls of the application's own tools is waited for: it is free not to make them. */
export function waitsForToolsOnly(run: ManagedRun): boolean {
  const pending = run.pending();
  return run.status() === "waiting" && pending.length > 0 && pending.every(({ kind }) => kind === "tool_call");
}
