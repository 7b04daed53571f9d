import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { RequestOptions } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type { PendingRequest } from "@pelorus/core";

/** Characters of a question; a call whose exact arguments do not fit is left to `answer_run`. */
const MAX_QUESTION = 16_384;

/** An answer for the run, or why there is none: the run goes on waiting. */
export type ClientAnswer = { readonly kind: "answer"; readonly value: unknown } | { readonly kind: "none" };

const NONE: ClientAnswer = { kind: "none" };

export function canAskClient(server: Server): boolean {
  return server.getClientCapabilities()?.elicitation?.form !== undefined;
}

/**
 * Puts a request of a run to the person at the client (POS-POL-05, POS-POL-10). A declined approval is a denial, a
 * declined question is skipped; a cancelled form, a client that fails, and a tool call nobody can fill in leave the
 * request open.
 */
export async function askClient(
  server: Server,
  request: PendingRequest,
  options: RequestOptions,
): Promise<ClientAnswer> {
  const form = formFor(request);
  if (form === null) return NONE;
  try {
    const { action, content } = await server.elicitInput(form, options);
    if (action === "cancel") return NONE;
    if (request.kind === "approval") {
      return { kind: "answer", value: action === "accept" && content?.approve === true };
    }
    if (action === "decline") return { kind: "answer", value: { action: "skip", reviewer: "client" } };
    return { kind: "answer", value: { action: "answer", answer: content?.answer ?? "", reviewer: "client" } };
  } catch {
    return NONE;
  }
}

function formFor(request: PendingRequest): Parameters<Server["elicitInput"]>[0] | null {
  if (request.kind === "approval") {
    const { call, reason } = request.data;
    const message = `Approve ${call.capabilityId} (${call.safetyClass})?\n${reason}\nArguments: ${JSON.stringify(call.arguments)}`;
    // POS-POL-05: nobody approves what is not shown.
    if (message.length > MAX_QUESTION) return null;
    return {
      message,
      requestedSchema: {
        type: "object",
        properties: { approve: { type: "boolean", title: "Approve this call" } },
        required: ["approve"],
      },
    };
  }
  if (request.kind === "tool_call") return null;
  const { question, options } = request.data;
  if (question.length > MAX_QUESTION) return null;
  return {
    message: question,
    requestedSchema: {
      type: "object",
      properties: {
        answer:
          options.length > 0
            ? { type: "string", title: "Answer", enum: [...options] }
            : { type: "string", title: "Answer" },
      },
      required: ["answer"],
    },
  };
}
