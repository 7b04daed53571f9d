import type { ModelResponse, ModelStreamPart, ModelUsage } from "@pelorus/core";
import { finishReasonOf } from "./finish-reason.js";
import { SurrogateHold } from "./surrogate-hold.js";
import { type ToolCallFragment, ToolCallStream } from "./tool-call-stream.js";

type Delta = Exclude<ModelStreamPart, { readonly type: "finish" }>;

/**
 * Makes the parts of the port out of what a vendor streams, in one place for all adapters: no delta ends in half a
 * character, calls are put together, and `finish` carries the whole answer. Each method returns the part that can be
 * passed on now, or null.
 */
export class AnswerStream {
  #text = "";
  #reasoning = "";
  readonly #holds = { text: new SurrogateHold(), reasoning: new SurrogateHold() };
  readonly #calls = new ToolCallStream();
  #word: unknown;
  #usage: ModelUsage | undefined;

  text(delta: unknown): Delta | null {
    if (typeof delta !== "string" || delta === "") return null;
    this.#text += delta;
    const shown = this.#holds.text.take(delta);
    return shown === "" ? null : { type: "text", delta: shown };
  }

  reasoning(delta: unknown): Delta | null {
    if (typeof delta !== "string" || delta === "") return null;
    this.#reasoning += delta;
    const shown = this.#holds.reasoning.take(delta);
    return shown === "" ? null : { type: "reasoning", delta: shown };
  }

  toolCall(fragment: ToolCallFragment): Delta | null {
    const shown = this.#calls.push(fragment);
    return shown === null ? null : { type: "tool_input", ...shown };
  }

  /** The vendor's word for the end; the last one stated counts. */
  finishedAs(word: unknown): void {
    if (typeof word === "string" && word !== "") this.#word = word;
  }

  used(usage: ModelUsage | undefined): void {
    if (usage !== undefined) this.#usage = usage;
  }

  /** True once the vendor has said how the answer ended. */
  get isFinished(): boolean {
    return this.#word !== undefined;
  }

  get isEmpty(): boolean {
    return this.#text === "" && this.#reasoning === "" && this.#calls.calls().length === 0;
  }

  /** What is left to pass on, and the end. */
  *finish(): Generator<ModelStreamPart> {
    const reasoning = this.#holds.reasoning.flush();
    if (reasoning !== "") yield { type: "reasoning", delta: reasoning };
    const text = this.#holds.text.flush();
    if (text !== "") yield { type: "text", delta: text };
    for (const shown of this.#calls.flush()) yield { type: "tool_input", ...shown };
    yield { type: "finish", response: this.response() };
  }

  /** The whole answer as it stands. */
  response(): ModelResponse {
    const toolCalls = this.#calls.calls();
    const finishReason = finishReasonOf(this.#word, toolCalls.length > 0);
    return {
      text: this.#text.toWellFormed(),
      ...(toolCalls.length === 0 ? {} : { toolCalls }),
      ...(finishReason === undefined ? {} : { finishReason }),
      ...(this.#usage === undefined ? {} : { usage: this.#usage }),
      ...(this.#reasoning === "" ? {} : { reasoning: this.#reasoning.toWellFormed() }),
    };
  }
}
