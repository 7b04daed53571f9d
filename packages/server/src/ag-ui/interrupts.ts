import type { PendingRequest } from "@pelorus/core";
import { shownRequestId } from "../conversation/shown-calls.js";
import type { AgUiInterrupt } from "./ag-ui-event.js";

/** What a waiting run asks, as interrupts of the AG-UI run that ends with it. Ids are those of the requests. */
export function interruptOf(runId: string, request: PendingRequest): AgUiInterrupt {
  switch (request.kind) {
    case "approval": {
      const { id, call, reason, expiresAt, stepId } = request.data;
      return {
        id,
        reason: "approval",
        message: `May ${call.capabilityId} be called with ${JSON.stringify(call.arguments)}? (${reason})`,
        toolCallId: shownRequestId(runId, id),
        responseSchema: {
          type: "object",
          properties: { approved: { type: "boolean" }, reason: { type: "string" } },
          required: ["approved"],
        },
        ...(expiresAt === undefined ? {} : { expiresAt }),
        metadata: {
          pelorus: {
            run_id: runId,
            step_id: stepId,
            safety_class: call.safetyClass,
            reason,
            target: call.target ?? null,
          },
        },
      };
    }
    case "clarification": {
      const { requestId, question, options, context, operationType, reason } = request.data;
      return {
        id: requestId,
        reason: "clarification",
        message: question,
        responseSchema: {
          type: "object",
          properties: {
            answer: options.length === 0 ? { type: "string" } : { type: "string", examples: options },
          },
          required: ["answer"],
        },
        metadata: { pelorus: { run_id: runId, options, context, operation_type: operationType, reason } },
      };
    }
    default: {
      const { id, capabilityId, arguments: args } = request.data;
      return {
        id,
        reason: "tool_call",
        message: `The application is to call ${capabilityId} with ${JSON.stringify(args)}.`,
        toolCallId: `${runId}/${id}`,
        responseSchema: {},
        metadata: { pelorus: { run_id: runId, capability_id: capabilityId } },
      };
    }
  }
}

/** The answer to an open request: what `answer` of a run takes. */
export type InterruptAnswer = { readonly value: unknown } | { readonly problem: string };

/**
 * Reads one entry of `resume`. An abandoned approval is denied, an abandoned question skipped, an abandoned call of the
 * application's answered with an error the model is told.
 */
export function readResumeEntry(
  request: PendingRequest,
  entry: { readonly status: "resolved" | "cancelled"; readonly payload?: unknown },
): InterruptAnswer {
  const { status, payload } = entry;
  if (status === "cancelled") {
    if (request.kind === "approval") return { value: false };
    return { value: request.kind === "clarification" ? { action: "skip" } : { error: "The user cancelled the call." } };
  }
  if (request.kind !== "approval") {
    if (payload === undefined) return { problem: "A resolved interrupt needs a payload." };
    return { value: request.kind === "clarification" ? bareAnswer(payload) : payload };
  }
  if (typeof payload !== "object" || payload === null) {
    return payload === undefined ? { problem: "Say in the payload whether the call is approved." } : { value: payload };
  }
  const { approved, editedArgs, action } = payload as { approved?: unknown; editedArgs?: unknown; action?: unknown };
  if (editedArgs !== undefined) {
    return { problem: "An approval holds for exactly the arguments shown; deny the call and say what is wanted." };
  }
  if (typeof approved === "boolean") return { value: approved };
  if (action !== undefined) return { value: action };
  return { problem: "Say `approved: true` or `approved: false`." };
}

/** `{answer}` is the answer itself; what names an action is read by the run. */
function bareAnswer(payload: unknown): unknown {
  if (typeof payload !== "object" || payload === null || "action" in payload || !("answer" in payload)) return payload;
  return payload.answer;
}
