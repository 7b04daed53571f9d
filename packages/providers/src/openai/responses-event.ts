import type { ModelStreamPart } from "@pelorus/core";
import type { AnswerStream } from "../wire/answer-stream.js";
import { type FailureContext, vendorFailure } from "../wire/provider-failure.js";
import { readEnd } from "./responses-reply.js";

/**
 * Reads events of a Responses stream into `answer`. Deltas are passed on as they come; the last event says how it ended.
 * Events nobody knows yet are passed over.
 */
export class ResponsesEvents {
  readonly #answer: AnswerStream;
  readonly #context: FailureContext;
  /** Call ids by item id: deltas name the item, the port names the call. */
  readonly #calls = new Map<string, string>();
  /** Items whose input came in deltas, so that the whole text at the end is not added again. */
  readonly #begun = new Set<string>();
  #isRefused = false;

  constructor(answer: AnswerStream, context: FailureContext) {
    this.#answer = answer;
    this.#context = context;
  }

  *read(event: unknown): Generator<ModelStreamPart> {
    if (!isObject(event)) return;
    const part = this.#partOf(event);
    if (part !== null) yield part;
  }

  #partOf(event: Record<string, unknown>): ModelStreamPart | null {
    const answer = this.#answer;
    switch (event.type) {
      case "response.output_text.delta":
        return answer.text(event.delta);
      case "response.refusal.delta":
        this.#isRefused = true;
        return answer.text(event.delta);
      case "response.reasoning_summary_text.delta":
      case "response.reasoning_text.delta":
        return answer.reasoning(event.delta);
      case "response.output_item.added":
        return this.#begin(event.item);
      case "response.function_call_arguments.delta":
        return this.#input(event.item_id, event.delta);
      case "response.function_call_arguments.done":
        return this.#begun.has(String(event.item_id)) ? null : this.#input(event.item_id, event.arguments);
      case "response.completed":
      case "response.incomplete":
      case "response.failed":
        this.#end(event.response);
        return null;
      case "error":
        throw vendorFailure({ body: isObject(event.error) ? event.error : event }, this.#context);
      default:
        return null;
    }
  }

  #begin(item: unknown): ModelStreamPart | null {
    if (!isObject(item) || item.type !== "function_call") return null;
    const callId = String(item.call_id ?? item.id);
    if (typeof item.id === "string") this.#calls.set(item.id, callId);
    return this.#answer.toolCall({ id: callId, name: item.name });
  }

  #input(itemId: unknown, text: unknown): ModelStreamPart | null {
    const item = String(itemId);
    this.#begun.add(item);
    return this.#answer.toolCall({ id: this.#calls.get(item) ?? item, arguments: text });
  }

  #end(response: unknown): void {
    if (!isObject(response)) return;
    readEnd(this.#answer, response, this.#context);
    if (this.#isRefused) this.#answer.finishedAs("refusal");
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
