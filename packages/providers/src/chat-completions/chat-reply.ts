import { ModelCallError, type ModelResponse } from "@pelorus/core";
import { AnswerStream } from "../wire/answer-stream.js";
import { chatUsage } from "./chat-usage.js";

interface ChatMessage {
  readonly content?: unknown;
  readonly refusal?: unknown;
  readonly reasoning_content?: unknown;
  readonly reasoning?: unknown;
  readonly tool_calls?: unknown;
}

/**
 * Reads a whole Chat Completions reply. `ModelCallError` when it is none: an answer without a choice is never an empty
 * success. `vendor` names who answered.
 */
export function readChatReply(reply: unknown, vendor: string): ModelResponse {
  const { choices, usage } = (isObject(reply) ? reply : {}) as { choices?: unknown; usage?: unknown };
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const message = isObject(choice) ? choice.message : undefined;
  if (!isObject(choice) || !isObject(message)) {
    throw new ModelCallError(`${vendor} answered without a choice to read; expected a Chat Completions reply.`, {
      isRetryable: true,
    });
  }
  const answer = new AnswerStream();
  answer.finishedAs(choice.finish_reason);
  readMessage(answer, message);
  answer.used(chatUsage(usage));
  return answer.response();
}

function readMessage(answer: AnswerStream, message: ChatMessage): void {
  answer.reasoning(message.reasoning_content ?? message.reasoning);
  const text = textOf(message.content);
  answer.text(text);
  // A refusal is said to the person who asked, and marked as one.
  if (text === "" && typeof message.refusal === "string" && message.refusal !== "") {
    answer.text(message.refusal);
    answer.finishedAs("refusal");
  }
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls : [];
  for (const [index, call] of calls.entries()) {
    if (!isObject(call) || !isObject(call.function)) continue;
    answer.toolCall({ index, id: call.id, name: call.function.name, arguments: call.function.arguments });
  }
}

/** Content is a string, or a list of parts with text. */
function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part: unknown) => (isObject(part) && typeof part.text === "string" ? part.text : "")).join("");
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
