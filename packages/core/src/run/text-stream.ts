import type { EventDataByKind, EventKind } from "../contract/event.js";

type Emit = <K extends EventKind>(lane: number, kind: K, data: EventDataByKind[K]) => void;

/**
 * The answer as it is told: one message per attempt at the deliverable. A message that is given up ends with
 * `complete: false` and the next one has a new id (POS-EVT-02); the deltas of the complete message are the result's text.
 */
export class TextStream {
  readonly #emit: Emit;
  readonly #runId: string;
  #messages: number;
  #open: { readonly messageId: string; readonly lane: number; text: string } | null = null;
  #reasoning: { readonly messageId: string; readonly lane: number } | null = null;

  /** `messages`: how many were told before, by earlier attempts at the run. */
  constructor(runId: string, emit: Emit, messages = 0) {
    this.#runId = runId;
    this.#emit = emit;
    this.#messages = messages;
  }

  /** What the open message has told so far, or null when none is open. */
  get openText(): string | null {
    return this.#open?.text ?? null;
  }

  text(lane: number, stepId: string, delta: string): void {
    if (delta === "") return;
    this.#endReasoning();
    if (this.#open === null) {
      this.#messages++;
      this.#open = { messageId: `${this.#runId}/m${this.#messages}`, lane, text: "" };
      this.#emit(lane, "text_started", { messageId: this.#open.messageId, stepId });
    }
    this.#open.text += delta;
    this.#emit(lane, "text_delta", { messageId: this.#open.messageId, delta });
  }

  reasoning(lane: number, stepId: string, delta: string): void {
    if (delta === "") return;
    if (this.#reasoning === null) {
      this.#messages++;
      this.#reasoning = { messageId: `${this.#runId}/m${this.#messages}`, lane };
      this.#emit(lane, "reasoning_started", { messageId: this.#reasoning.messageId, stepId });
    }
    this.#emit(lane, "reasoning_delta", { messageId: this.#reasoning.messageId, delta });
  }

  /** A finished piece of reasoning of a step that is not streamed. */
  wholeReasoning(lane: number, stepId: string, reasoning: string): void {
    this.#messages++;
    const messageId = `${this.#runId}/m${this.#messages}`;
    this.#emit(lane, "reasoning_started", { messageId, stepId });
    this.#emit(lane, "reasoning_delta", { messageId, delta: reasoning });
    this.#emit(lane, "reasoning_ended", { messageId });
  }

  /** Gives the open message up, or ends it as the answer. */
  end(complete: boolean): void {
    this.#endReasoning();
    if (this.#open === null) return;
    const { messageId, lane } = this.#open;
    this.#open = null;
    this.#emit(lane, "text_ended", { messageId, complete });
  }

  /** Makes the complete message say exactly `answer`: what is told already is kept when it is a prefix of it. */
  finish(lane: number, stepId: string, answer: string): void {
    const told = this.#open?.text ?? "";
    if (answer.startsWith(told)) {
      this.text(lane, stepId, answer.slice(told.length));
    } else {
      this.end(false);
      this.text(lane, stepId, answer);
    }
    this.end(true);
  }

  #endReasoning(): void {
    if (this.#reasoning === null) return;
    const { messageId, lane } = this.#reasoning;
    this.#reasoning = null;
    this.#emit(lane, "reasoning_ended", { messageId });
  }
}
