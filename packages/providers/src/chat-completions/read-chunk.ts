import type { ModelStreamPart } from "@pelorus/core";
import type { AnswerStream } from "../wire/answer-stream.js";
import { type FailureContext, vendorFailure } from "../wire/provider-failure.js";
import { chatUsage } from "./chat-usage.js";

/** Reads one chunk of a Chat Completions stream into `answer`. What is no chunk is passed over, an error is thrown. */
export function* readChunk(
  answer: AnswerStream,
  chunk: unknown,
  context: FailureContext,
): Generator<ModelStreamPart, void, undefined> {
  if (!isObject(chunk)) return;
  if (chunk.error !== undefined && chunk.error !== null) throw vendorFailure({ body: chunk }, context);
  answer.used(chatUsage(chunk.usage));
  const choice: unknown = Array.isArray(chunk.choices) ? chunk.choices[0] : undefined;
  if (!isObject(choice)) return;
  const { delta } = choice;
  if (isObject(delta)) {
    const reasoning = answer.reasoning(delta.reasoning_content ?? delta.reasoning);
    if (reasoning !== null) yield reasoning;
    const text = answer.text(delta.content);
    if (text !== null) yield text;
    const refusal = answer.text(delta.refusal);
    if (refusal !== null) {
      answer.finishedAs("refusal");
      yield refusal;
    }
    const calls: unknown[] = Array.isArray(delta.tool_calls) ? delta.tool_calls : [];
    for (const call of calls) {
      if (!isObject(call)) continue;
      const called = isObject(call.function) ? call.function : {};
      const input = answer.toolCall({ index: call.index, id: call.id, name: called.name, arguments: called.arguments });
      if (input !== null) yield input;
    }
  }
  // A refusal ends as "stop"; what it was stays known.
  if (!(choice.finish_reason === "stop" && answer.isFinished)) answer.finishedAs(choice.finish_reason);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
