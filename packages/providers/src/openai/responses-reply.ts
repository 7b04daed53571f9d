import { ModelCallError } from "@pelorus/core";
import type { AnswerStream } from "../wire/answer-stream.js";
import { type FailureContext, vendorFailure } from "../wire/provider-failure.js";
import { responsesUsage } from "./responses-usage.js";

/** Reads the items of a whole response into `answer`, and how it ended. */
export function readResponse(answer: AnswerStream, response: unknown, context: FailureContext): void {
  if (!isObject(response) || !Array.isArray(response.output)) {
    throw new ModelCallError(`${context.vendor} answered without output; expected a response.`, { isRetryable: true });
  }
  readEnd(answer, response, context);
  for (const item of response.output as unknown[]) if (isObject(item)) readItem(answer, item);
}

/** Reads how a response ended and what it used. A failed one is thrown. */
export function readEnd(answer: AnswerStream, response: Record<string, unknown>, context: FailureContext): void {
  const { status, error, incomplete_details: incomplete } = response;
  if (status === "failed" || (isObject(error) && status !== "completed"))
    throw vendorFailure({ body: { error } }, context);
  answer.finishedAs(isObject(incomplete) && typeof incomplete.reason === "string" ? incomplete.reason : status);
  answer.used(responsesUsage(response.usage));
}

function readItem(answer: AnswerStream, item: Record<string, unknown>): void {
  if (item.type === "function_call") {
    answer.toolCall({ id: item.call_id ?? item.id, name: item.name, arguments: item.arguments });
    return;
  }
  const parts = [...listOf(item.summary), ...listOf(item.content)];
  for (const part of parts) {
    if (item.type === "reasoning") answer.reasoning(part.text);
    else if (part.type === "refusal") {
      // A refusal is said to the person who asked, and marked as one.
      answer.text(part.refusal);
      answer.finishedAs("refusal");
    } else if (item.type === "message") answer.text(part.text);
  }
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
