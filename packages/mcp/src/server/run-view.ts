import type { PendingRequest, PositionedResult } from "@pelorus/core";

export type ViewStatus = PositionedResult["status"] | "running" | "interrupted";

/** What a client is told of a run; public JSON. */
export interface RunView {
  readonly [member: string]: unknown;
  readonly run_id: string;
  readonly status: ViewStatus;
}

/** The view of a run whose leg has ended. */
export function resultView(result: PositionedResult): RunView {
  const { usage, cost } = result;
  return {
    run_id: result.runId,
    status: result.status,
    text: result.text,
    operations: [...result.operations],
    steps: result.steps.map(({ id, operation, outcome, calls }) => ({ id, operation, outcome, tool_calls: calls })),
    pending: result.pending.map(pendingView),
    uncertainties: [...result.uncertainties],
    usage: {
      input_tokens: usage.inputTokens,
      output_tokens: usage.outputTokens,
      calls: usage.calls,
      estimated: usage.estimated,
    },
    ...(cost === null ? {} : { cost: { amount: cost.amount, currency: cost.currency, estimated: cost.estimated } }),
    ...(result.haltReason === null ? {} : { halt_reason: result.haltReason }),
    ...(result.error === null
      ? {}
      : {
          error: {
            code: result.error.code,
            message: result.error.message,
            is_retryable: result.error.isRetryable,
          },
        }),
  };
}

/** A request a run waits for, with what is needed to answer it. */
export function pendingView(request: PendingRequest): Record<string, unknown> {
  switch (request.kind) {
    case "approval": {
      const { id, reason, call, expiresAt } = request.data;
      return {
        kind: "approval",
        id,
        reason,
        call: {
          capability_id: call.capabilityId,
          arguments: call.arguments,
          arguments_digest: call.argumentsDigest,
          safety_class: call.safetyClass,
          ...(call.target === undefined ? {} : { target: call.target }),
        },
        ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
      };
    }
    case "clarification": {
      const { requestId, question, reason, options, context } = request.data;
      return { kind: "clarification", id: requestId, question, reason, options: [...options], context };
    }
    case "tool_call": {
      const { id, capabilityId, arguments: args } = request.data;
      return { kind: "tool_call", id, capability_id: capabilityId, arguments: args };
    }
  }
}

/** The words that stand beside the view, for clients that show a model nothing else. */
export function viewText(view: RunView): string {
  const text = typeof view.text === "string" ? view.text : "";
  if (view.status === "complete") return text;
  const lines = [`Run ${view.run_id} is ${view.status}.`];
  if (typeof view.halt_reason === "string") lines.push(`Reason: ${view.halt_reason}.`);
  for (const pending of (view.pending as Record<string, unknown>[] | undefined) ?? []) {
    const what = pending.kind === "clarification" ? pending.question : JSON.stringify(pending.call ?? pending);
    lines.push(`It waits for ${String(pending.kind)} ${String(pending.id)}: ${String(what)}`);
  }
  if (view.status === "waiting") lines.push("Answer with answer_run.");
  if (view.status === "interrupted") lines.push("Go on with resume_run.");
  if (text !== "") lines.push("", text);
  return lines.join("\n");
}
