import type { ModelStreamPart } from "@pelorus/core";
import type { AnswerStream } from "../../wire/answer-stream.js";
import { modelUsage } from "../../wire/model-usage.js";
import { type FailureContext, vendorFailure } from "../../wire/provider-failure.js";

/** Reads one line of this server's stream, or its whole reply, which has the same form. An error in it is thrown. */
export function* readOllamaLine(
  answer: AnswerStream,
  line: unknown,
  context: FailureContext,
): Generator<ModelStreamPart, void, undefined> {
  if (!isObject(line)) return;
  if (line.error !== undefined && line.error !== null) throw vendorFailure({ body: line }, context);
  if (isObject(line.message)) {
    const { thinking, content, tool_calls: calls } = line.message;
    const reasoning = answer.reasoning(thinking);
    if (reasoning !== null) yield reasoning;
    const text = answer.text(content);
    if (text !== null) yield text;
    for (const call of Array.isArray(calls) ? (calls as unknown[]) : []) {
      if (!isObject(call) || !isObject(call.function)) continue;
      // Calls come whole here, each on its own, the index always 0 in some versions.
      const input = answer.toolCall({ id: call.id, name: call.function.name, arguments: call.function.arguments });
      if (input !== null) yield input;
    }
  }
  if (line.done !== true) return;
  answer.finishedAs(typeof line.done_reason === "string" ? line.done_reason : "stop");
  answer.used(modelUsage({ input: line.prompt_eval_count, output: line.eval_count }));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
