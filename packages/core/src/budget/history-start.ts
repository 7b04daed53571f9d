import {
  answeredCall,
  blocksOf,
  callIds,
  type HistoryMessage,
  isModelOutput,
  withoutOrphans,
} from "./history-message.js";

/** Where a trimmed history begins, and the user's message put before it when that is the model's turn. */
export interface HistoryStart {
  readonly start: number;
  readonly anchor: number | null;
}

/**
 * The earliest message from which the history is valid and fits, or null. Walks back from the end: one message more costs
 * that message and the results it makes valid again, so the walk is linear and ends where the room does.
 */
export function findHistoryStart(
  messages: readonly HistoryMessage[],
  room: number,
  sizeOf: (message: HistoryMessage) => number,
): HistoryStart | null {
  const costs = new SuffixCosts(messages, sizeOf);
  const anchors = anchorsOf(messages);
  const none: ReadonlySet<string> = new Set();
  let best: HistoryStart | null = null;
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    costs.include(at);
    if (costs.total > room) break;
    if (costs.of(messages.length - 1) === 0 || costs.of(at) === 0) continue;
    const message = messages[at] as HistoryMessage;
    if (!isModelOutput(message)) {
      if (answeredCall(message) === null) best = { start: at, anchor: null };
      continue;
    }
    // POS-BUD-06: a reasoning item and the calls after it are one turn of the model and are not torn apart.
    if (at > 0 && isModelOutput(messages[at - 1] as HistoryMessage)) continue;
    const anchor = anchors[at] as number;
    // Providers refuse a history that begins with the model's turn: the user's last words before it come along.
    if (anchor < 0) continue;
    const anchored = withoutOrphans(messages[anchor] as HistoryMessage, none) as HistoryMessage;
    if (costs.total + sizeOf(anchored) <= room) best = { start: at, anchor };
  }
  return best;
}

/** For each message the nearest earlier one in which a user says something, −1 where there is none. */
function anchorsOf(messages: readonly HistoryMessage[]): number[] {
  const none: ReadonlySet<string> = new Set();
  const anchors: number[] = [];
  let last = -1;
  for (const [at, message] of messages.entries()) {
    anchors.push(last);
    if (!isModelOutput(message) && withoutOrphans(message, none) !== null) last = at;
  }
  return anchors;
}

/** Tokens of the history from some message on, as it stands after results of earlier calls were taken out. */
class SuffixCosts {
  total = 0;
  readonly #messages: readonly HistoryMessage[];
  readonly #sizeOf: (message: HistoryMessage) => number;
  /** Message that makes each call. */
  readonly #madeAt = new Map<string, number>();
  /** Messages with results of calls made by message n. */
  readonly #waiting = new Map<number, number[]>();
  readonly #costs = new Map<number, number>();

  constructor(messages: readonly HistoryMessage[], sizeOf: (message: HistoryMessage) => number) {
    this.#messages = messages;
    this.#sizeOf = sizeOf;
    for (const [at, message] of messages.entries()) for (const id of callIds(message)) this.#madeAt.set(id, at);
  }

  of(at: number): number {
    return this.#costs.get(at) ?? 0;
  }

  /** Lets the history begin one message earlier. */
  include(at: number): void {
    this.#recost(at, at);
    for (const index of this.#waiting.get(at) ?? []) this.#recost(index, at);
    this.#waiting.delete(at);
    for (const call of new Set(answersIn(this.#messages[at] as HistoryMessage).map((id) => this.#madeAt.get(id)))) {
      if (call === undefined || call >= at) continue;
      const known = this.#waiting.get(call);
      if (known === undefined) this.#waiting.set(call, [at]);
      else known.push(at);
    }
  }

  #recost(index: number, start: number): void {
    const message = this.#messages[index] as HistoryMessage;
    const open = new Set(answersIn(message).filter((id) => (this.#madeAt.get(id) ?? -1) >= start));
    const whole = withoutOrphans(message, open);
    const cost = whole === null ? 0 : this.#sizeOf(whole);
    this.total += cost - this.of(index);
    this.#costs.set(index, cost);
  }
}

/** Ids of the calls that a message answers, as a whole or in blocks. */
function answersIn(message: HistoryMessage): string[] {
  const answered = answeredCall(message);
  if (answered !== null) return [answered];
  return blocksOf(message)
    .filter((block) => block.type === "tool_result")
    .map((block) => String(block.tool_use_id));
}
