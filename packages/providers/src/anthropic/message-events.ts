import type { ModelStreamPart } from "@pelorus/core";
import type { AnswerStream } from "../wire/answer-stream.js";
import { REPLY_TOOL } from "./call-plan.js";
import { MessageUsage } from "./message-usage.js";
import { endOf } from "./read-message.js";

/** Reads the events of a streamed message into `answer`. Events, blocks and deltas nobody knows yet are passed over. */
export class MessageEvents {
  readonly #answer: AnswerStream;
  readonly #isByTool: boolean;
  readonly #usage = new MessageUsage();
  /** What the blocks of the message are, by their index; a block that begins anew under an index replaces the old one. */
  readonly #blocks = new Map<unknown, { readonly kind: "call" | "reply"; readonly id: unknown }>();

  constructor(answer: AnswerStream, isByTool: boolean) {
    this.#answer = answer;
    this.#isByTool = isByTool;
  }

  read(event: unknown): ModelStreamPart | null {
    if (!isObject(event)) return null;
    switch (event.type) {
      case "message_start":
        this.#used(isObject(event.message) ? event.message.usage : undefined);
        return null;
      case "content_block_start":
        return this.#begin(event.index, event.content_block);
      case "content_block_delta":
        return isObject(event.delta) ? this.#delta(event.index, event.delta) : null;
      case "message_delta":
        this.#used(event.usage);
        if (isObject(event.delta)) this.#answer.finishedAs(endOf(event.delta.stop_reason, this.#isByTool));
        return null;
      default:
        return null;
    }
  }

  #used(reported: unknown): void {
    this.#usage.add(reported);
    this.#answer.used(this.#usage.usage);
  }

  #begin(index: unknown, block: unknown): ModelStreamPart | null {
    this.#blocks.delete(index);
    if (!isObject(block)) return null;
    if (block.type === "text") return this.#answer.text(block.text);
    if (block.type === "thinking") return this.#answer.reasoning(block.thinking);
    if (block.type !== "tool_use") return null;
    const kind = this.#isByTool && block.name === REPLY_TOOL ? "reply" : "call";
    this.#blocks.set(index, { kind, id: block.id });
    return kind === "reply" ? null : this.#answer.toolCall({ id: block.id, name: block.name });
  }

  #delta(index: unknown, delta: Record<string, unknown>): ModelStreamPart | null {
    if (delta.type === "text_delta") return this.#answer.text(delta.text);
    if (delta.type === "thinking_delta") return this.#answer.reasoning(delta.thinking);
    const block = this.#blocks.get(index);
    if (delta.type !== "input_json_delta" || block === undefined) return null;
    if (block.kind === "reply") return this.#answer.text(delta.partial_json);
    return this.#answer.toolCall({ id: block.id, arguments: delta.partial_json });
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
