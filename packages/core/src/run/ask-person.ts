import { AbortedError } from "../contract/error.js";
import type { ApprovalRequest, ClarificationRequest, PersonRequest } from "../contract/policy.js";
import { interpretApproval } from "../policy/interpret-approval.js";
import { interpretClarification } from "../policy/interpret-clarification.js";
import { Halt } from "./halt.js";
import { emit, type Run } from "./run.js";
import type { StepRecord } from "./step-record.js";

interface PersonOutcome {
  readonly value: unknown;
  readonly reviewer: string;
  /** Set when no person answered and the runtime went on by itself. */
  readonly fallback?: string;
}

export type ApprovalDecision = "approved" | "denied";

/** Asks a person about one exact call. Halts when they abort, or when nobody can be asked (POS-POL-05 … -09). */
export async function askApproval(
  run: Run,
  lane: number,
  record: StepRecord,
  request: ApprovalRequest,
): Promise<ApprovalDecision> {
  record.measures.human++;
  record.measures.decided++;
  const outcome = await ask(run, lane, record, { kind: "approval", data: request }, request.id);
  let decision = interpretApproval(outcome.value) ?? "denied";
  if (request.expiresAt !== undefined && outcome.fallback === undefined && run.door.at > request.expiresAt)
    decision = "denied";
  emit(run, lane, "approval_resolved", {
    id: request.id,
    decision: decision === "abort" ? "aborted" : decision,
    reviewer: outcome.reviewer,
  });
  if (decision === "abort") throw new Halt("user_aborted");
  return decision;
}

export interface ClarificationOutcome {
  readonly action: "answer" | "skip";
  readonly answer: unknown;
  readonly reviewer: string;
}

/** Asks a person what is missing. A missing or misbehaving handler skips (POS-POL-10). */
export async function askClarification(
  run: Run,
  lane: number,
  record: StepRecord,
  request: ClarificationRequest,
): Promise<ClarificationOutcome> {
  record.measures.human++;
  record.measures.decided++;
  const outcome = await ask(run, lane, record, { kind: "clarification", data: request }, request.requestId);
  const read =
    outcome.fallback === undefined ? interpretClarification(outcome.value, request) : { action: "skip" as const };
  const action = read?.action ?? "skip";
  const reviewer = read === null ? "auto-fallback" : outcome.reviewer;
  emit(run, lane, "clarification_resolved", { id: request.requestId, action, reviewer });
  if (action === "abort") throw new Halt("user_aborted");
  return { action, answer: read !== null && "answer" in read ? read.answer : undefined, reviewer };
}

/** An external tool result, for a run without an executor that can wait (POS-RUN-05). */
export async function askToolResult(
  run: Run,
  lane: number,
  record: StepRecord,
  call: { readonly id: string; readonly capabilityId: string; readonly arguments: Record<string, unknown> },
): Promise<unknown> {
  void lane;
  const outcome = await run.door.effect<PersonOutcome>({
    key: askKey(run, record, call.id),
    act: "ask",
    input: JSON.stringify(call),
    idempotent: false,
    ask: { id: call.id, request: { kind: "tool_call", data: call } },
    perform: async (context) => {
      const answer = await context.answer();
      return { value: answer.value ?? null, reviewer: answer.reviewer ?? "external" };
    },
  });
  return outcome.value;
}

async function ask(
  run: Run,
  lane: number,
  record: StepRecord,
  request: PersonRequest,
  id: string,
): Promise<PersonOutcome> {
  const handler = run.options.clarifyHandler;
  const announce = () => {
    if (request.kind === "approval") emit(run, lane, "approval_requested", request.data);
    else emit(run, lane, "clarification_requested", request.data);
  };
  try {
    return await run.door.effect<PersonOutcome>({
      key: askKey(run, record, id),
      act: "ask",
      input: JSON.stringify(request),
      idempotent: false,
      ask: { id, request },
      // POS-POL-09: the question is durable before it is announced.
      onStarted: announce,
      perform: async (context) => {
        if (handler !== undefined) return askHandler(handler, request, context.signal);
        if (!run.canWait) return { value: null, reviewer: "auto-fallback", fallback: "nobody can be asked" };
        const answer = await context.answer();
        return { value: answer.value ?? null, reviewer: answer.reviewer ?? "person" };
      },
    });
  } catch (error) {
    // POS-RUN-07: an abort settles the open question as cancelled.
    if (error instanceof AbortedError) {
      if (request.kind === "approval") {
        emit(run, lane, "approval_resolved", { id, decision: "cancelled", reviewer: "runtime" });
      } else {
        emit(run, lane, "clarification_resolved", { id, action: "cancelled", reviewer: "runtime" });
      }
    }
    throw error;
  }
}

// POS-POL-06, POS-POL-10: an answer that is none is asked for once more; a handler that throws counts as nobody there.
async function askHandler(
  handler: NonNullable<Run["options"]["clarifyHandler"]>,
  request: PersonRequest,
  signal: AbortSignal,
): Promise<PersonOutcome> {
  for (let attempt = 1; ; attempt++) {
    let value: unknown;
    try {
      value = await handler(request, { signal });
    } catch (error) {
      return {
        value: null,
        reviewer: "auto-fallback",
        fallback: `the handler failed: ${error instanceof Error ? error.message : String(error)}`,
      };
    }
    const understood =
      request.kind === "approval"
        ? interpretApproval(value) !== null
        : interpretClarification(value, request.data) !== null;
    if (understood) return { value: jsonOrText(value), reviewer: reviewerOf(value) };
    if (attempt === 2) return { value: null, reviewer: "auto-fallback", fallback: "the handler's answer is none" };
  }
}

function askKey(run: Run, record: StepRecord, id: string): string {
  return `${run.runId}/${record.step.id}/${record.attempts}/ask.${id}`;
}

function reviewerOf(value: unknown): string {
  const reviewer = (value as { reviewer?: unknown } | null)?.reviewer;
  return typeof reviewer === "string" && reviewer !== "" ? reviewer : "handler";
}

/** Answers are recorded: what is no JSON is recorded as text. */
function jsonOrText(value: unknown): unknown {
  try {
    const json = JSON.stringify(value);
    return json === undefined ? null : JSON.parse(json);
  } catch {
    return String(value);
  }
}
