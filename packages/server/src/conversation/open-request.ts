import type { PendingRequest } from "@pelorus/core";
import { PelorusError } from "@pelorus/core";
import { pendingId } from "../runs/fold-progress.js";
import type { ManagedRun } from "../runs/index.js";

/** An answer to be given to a run. */
export interface GivenAnswer {
  readonly id: string;
  readonly value: unknown;
}

/** The open request of that id. */
export function openRequest(run: ManagedRun, id: string): PendingRequest | undefined {
  return run.pending().find((request) => pendingId(request) === id);
}

/**
 * Gives all answers at once, so that a run that waits for several does not pause in between. A request that was answered
 * elsewhere in the meantime is no error. Rejects where none was taken and one was refused; then nothing changed.
 */
export async function giveAnswers(run: ManagedRun, answers: readonly GivenAnswer[], reviewer?: string): Promise<void> {
  const given = await Promise.allSettled(answers.map(({ id, value }) => run.answer(id, value, reviewer)));
  const refused = given.flatMap((one) => (one.status === "rejected" && !isAnswered(one.reason) ? [one.reason] : []));
  if (refused.length > 0 && refused.length === given.length) throw refused[0];
}

function isAnswered(error: unknown): boolean {
  return PelorusError.isInstance(error) && error.code === "unknown_request";
}
