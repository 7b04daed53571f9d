import { ModelCallError } from "@pelorus/core";
import type { AnswerStream } from "../wire/answer-stream.js";
import { REPLY_TOOL } from "./call-plan.js";
import { MessageUsage } from "./message-usage.js";

/** Reads a whole message into `answer`. What is no message is thrown. */
export function readMessage(answer: AnswerStream, message: unknown, isByTool: boolean): void {
  if (!isObject(message) || !Array.isArray(message.content)) {
    throw new ModelCallError("Anthropic answered without content; expected a message.", { isRetryable: true });
  }
  for (const block of message.content as unknown[]) if (isObject(block)) readBlock(answer, block, isByTool);
  answer.finishedAs(endOf(message.stop_reason, isByTool));
  const usage = new MessageUsage();
  usage.add(message.usage);
  answer.used(usage.usage);
}

/** The word for the end; a reply given by tool is no call. */
export function endOf(reason: unknown, isByTool: boolean): unknown {
  return isByTool && reason === "tool_use" ? "end_turn" : reason;
}

function readBlock(answer: AnswerStream, block: Record<string, unknown>, isByTool: boolean): void {
  if (block.type === "text") answer.text(block.text);
  else if (block.type === "thinking") answer.reasoning(block.thinking);
  else if (block.type === "tool_use") {
    if (isByTool && block.name === REPLY_TOOL) answer.text(JSON.stringify(block.input ?? {}));
    else answer.toolCall({ id: block.id, name: block.name, arguments: block.input ?? {} });
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
