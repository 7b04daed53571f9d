import type { ModelStreamPart } from "@pelorus/core";
import type { AnswerStream } from "../wire/answer-stream.js";

/** Reads the content of a whole answer, the same in both specifications, into `answer`. */
export function readContent(answer: AnswerStream, content: readonly unknown[]): void {
  for (const part of content) {
    if (!isObject(part)) continue;
    if (part.type === "text") answer.text(part.text);
    else if (part.type === "reasoning") answer.reasoning(part.text);
    else if (part.type === "tool-call" && part.providerExecuted !== true) {
      answer.toolCall({ id: part.toolCallId, name: part.toolName, arguments: part.input });
    }
  }
}

/** Reads the parts of a streamed answer that carry content. Parts nobody knows yet are passed over. */
export class ContentParts {
  readonly #answer: AnswerStream;
  /** Calls whose input came in deltas, so that the whole call at the end is not added again. */
  readonly #begun = new Set<unknown>();
  /** Calls the vendor carries out itself are none of ours. */
  readonly #foreign = new Set<unknown>();

  constructor(answer: AnswerStream) {
    this.#answer = answer;
  }

  read(part: Record<string, unknown>): ModelStreamPart | null {
    const answer = this.#answer;
    switch (part.type) {
      case "text-delta":
        return answer.text(part.delta);
      case "reasoning-delta":
        return answer.reasoning(part.delta);
      case "tool-input-start":
        if (part.providerExecuted === true) this.#foreign.add(part.id);
        return this.#foreign.has(part.id) ? null : answer.toolCall({ id: part.id, name: part.toolName });
      case "tool-input-delta":
        if (this.#foreign.has(part.id)) return null;
        this.#begun.add(part.id);
        return answer.toolCall({ id: part.id, arguments: part.delta });
      case "tool-call":
        if (part.providerExecuted === true || this.#begun.has(part.toolCallId)) return null;
        return answer.toolCall({ id: part.toolCallId, name: part.toolName, arguments: part.input });
      default:
        return null;
    }
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
