import type { Clock, Journal, JournalEntry } from "../contract/effect.js";
import { AnswerNotUnderstoodError, UnknownRequestError } from "../contract/error.js";
import type { PendingRequest } from "../contract/event.js";
import { SecretMask } from "../contract/secret-mask.js";
import { interpretApproval } from "../policy/interpret-approval.js";
import { loadRun } from "./load-run.js";
import { requireSecrets } from "./require-secrets.js";

/** What a run that is not live waits for, read from its journal. */
export async function pendingRequests(
  runId: string,
  options: { readonly journal: Journal },
): Promise<PendingRequest[]> {
  const { entries } = await loadRun(options.journal, runId);
  return [...openRequests(entries).values()];
}

/**
 * Answers a request of a run that is not live; `resumePositioned` then goes on with it. Rejects with
 * `UnknownRequestError` for an id that is unknown, answered or expired, and `AnswerNotUnderstoodError` for an approval
 * that says neither yes nor no, `SecretsMissingError` for fewer secrets than the run was started with; then nothing is
 * written (POS-POL-06, POS-POL-08, POS-SEC-02).
 */
export async function answerPositioned(
  runId: string,
  id: string,
  value: unknown,
  options: {
    readonly journal: Journal;
    readonly clock?: Clock;
    readonly reviewer?: string;
    /** Values that are masked in the answer, as the run's option says. */
    readonly secrets?: readonly string[];
  },
): Promise<void> {
  const { journal, reviewer, secrets } = options;
  const now = (options.clock ?? Date.now)();
  const { entries, inputs, opened } = await loadRun(journal, runId);
  requireSecrets(runId, opened, secrets);
  const request = openRequests(entries).get(id);
  if (request === undefined) {
    throw new UnknownRequestError(
      id,
      `Run ${runId} has no open request ${JSON.stringify(id)}; it is unknown or answered.`,
    );
  }
  if (inputs.deadline !== undefined && now > inputs.deadline) {
    throw new UnknownRequestError(id, `The request ${JSON.stringify(id)} of run ${runId} has expired.`);
  }
  if (request.kind === "approval" && interpretApproval(value) === null) throw new AnswerNotUnderstoodError(id);
  await journal.append(
    runId,
    {
      kind: "answer_given",
      data: {
        at: new Date(now).toISOString(),
        id,
        value: SecretMask.of(secrets)?.value(value ?? null) ?? value ?? null,
        ...(reviewer === undefined ? {} : { reviewer }),
      },
    },
    entries.length,
  );
}

function openRequests(entries: readonly JournalEntry[]): Map<string, PendingRequest> {
  const byKey = new Map<string, { id: string; request: PendingRequest }>();
  const answered = new Set<string>();
  for (const entry of entries) {
    if (entry.kind === "effect_started" && entry.data.act === "ask" && entry.data.request !== undefined) {
      const request = entry.data.request as PendingRequest;
      byKey.set(entry.data.key, { id: requestId(request), request });
    } else if (entry.kind === "effect_finished") {
      byKey.delete(entry.data.key);
    } else if (entry.kind === "answer_given") {
      answered.add(entry.data.id);
    } else if (entry.kind === "run_closed") {
      byKey.clear();
    }
  }
  const open = new Map<string, PendingRequest>();
  for (const { id, request } of byKey.values()) if (!answered.has(id)) open.set(id, request);
  return open;
}

function requestId(request: PendingRequest): string {
  return request.kind === "clarification" ? request.data.requestId : request.data.id;
}
