import type { RunEvent } from "../contract/event.js";
import type { DrivenRun } from "./drive-run.js";
import type { PositionedResult } from "./result.js";

/** A run under way. */
export interface RunHandle {
  readonly runId: string;
  /**
   * Every event from the first, for every consumer, to the end of the leg; leaving early does not stop the run. After an
   * answer has begun the next leg, iterating again goes on through it.
   */
  readonly events: AsyncIterable<RunEvent>;
  /** The events after the one numbered `cursor`. */
  eventsAfter(cursor: number): AsyncIterable<RunEvent>;
  /** The result of the leg under way; it never rejects once the run has begun. */
  readonly result: Promise<PositionedResult>;
  /**
   * Answers an open approval, clarification or external tool call by its id, in any order. Resolves when the answer is
   * durable. Rejects with `UnknownRequestError` or, for an approval, `AnswerNotUnderstoodError`; then nothing changed.
   */
  answer(id: string, value: unknown, reviewer?: string): Promise<void>;
  /** Ends the run; everything done so far is kept. */
  abort(reason?: unknown): void;
}

/** The public face of a driven run. */
export function handleOf(driven: DrivenRun): RunHandle {
  return {
    runId: driven.runId,
    get events() {
      return { [Symbol.asyncIterator]: () => driven.events(0) };
    },
    eventsAfter: (cursor) => ({ [Symbol.asyncIterator]: () => driven.events(cursor) }),
    get result() {
      return driven.result;
    },
    answer: (id, value, reviewer) => driven.answer(id, value, reviewer),
    abort: (reason) => driven.abort(reason),
  };
}
