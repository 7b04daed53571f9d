import { ContextOverflowError } from "../contract/error.js";
import { estimateTokens } from "../contract/estimate-tokens.js";
import { blocksOf, callIds, type HistoryMessage, isInstruction, withoutOrphans } from "./history-message.js";
import { findHistoryStart } from "./history-start.js";

export interface HistoryBudget {
  /** Most tokens the history may count. */
  readonly maxTokens: number;
  /** Tokens of a piece of JSON text; ⌈UTF-8 bytes ÷ 4⌉ when absent. */
  readonly countTokensFn?: ((text: string) => number) | undefined;
  /** Tokens added to every message; 4 when absent (POS-BUD-09). */
  readonly perMessage?: number | undefined;
}

export interface TrimmedHistory<M extends HistoryMessage> {
  readonly messages: readonly M[];
  readonly tokens: number;
  readonly removedMessages: number;
  /** Blocks taken out of messages that stayed: results without their call, empty texts. */
  readonly removedBlocks: number;
}

/**
 * Keeps the newest end of a message history. Instructions at its beginning stay; a call goes with its results, a
 * reasoning item with what it led to; a result whose call is gone goes alone and leaves the text beside it (POS-BUD-06).
 * Where the end begins with the model's turn, the user's last message before it is kept in front. Of a valid history
 * every trim is a valid history with the same last message. Linear; no message is changed in place.
 *
 * Throws `ContextOverflowError` when not even the last exchange fits.
 */
export function trimMessageHistory<M extends HistoryMessage>(
  messages: readonly M[],
  budget: HistoryBudget,
): TrimmedHistory<M> {
  const count = budget.countTokensFn ?? estimateTokens;
  const perMessage = budget.perMessage ?? 4;
  const sizeOf = (message: HistoryMessage) => count(JSON.stringify(message)) + perMessage;

  const head = messages.findIndex((message) => !isInstruction(message));
  const split = head < 0 ? messages.length : head;
  const instructions = messages.slice(0, split);
  const instructionTokens = instructions.reduce((sum, message) => sum + sizeOf(message), 0);
  const room = budget.maxTokens - instructionTokens;

  const whole = repair(messages.slice(split));
  const found = findHistoryStart(whole.messages, room, sizeOf);
  if (room < 0 || (found === null && whole.messages.length > 0)) {
    throw overflow(budget.maxTokens, instructionTokens, whole.messages.slice(-1).map(sizeOf)[0] ?? 0);
  }
  const chosen =
    found === null
      ? []
      : [...(found.anchor === null ? [] : [whole.messages[found.anchor]]), ...whole.messages.slice(found.start)];
  const kept = repair(chosen as readonly HistoryMessage[]);
  return {
    messages: [...instructions, ...(kept.messages as M[])],
    tokens: kept.messages.reduce((sum, message) => sum + sizeOf(message), instructionTokens),
    removedMessages: messages.length - split - kept.messages.length,
    removedBlocks: whole.removedBlocks + kept.removedBlocks,
  };
}

/** The messages without results of calls that are not among them, and without empty texts. */
function repair(messages: readonly HistoryMessage[]): { messages: HistoryMessage[]; removedBlocks: number } {
  const open = new Set<string>();
  const kept: HistoryMessage[] = [];
  let removedBlocks = 0;
  for (const message of messages) {
    const whole = withoutOrphans(message, open);
    for (const id of callIds(message)) open.add(id);
    if (whole === null) continue;
    kept.push(whole);
    removedBlocks += blocksOf(message).length - blocksOf(whole).length;
  }
  return { messages: kept, removedBlocks };
}

function overflow(window: number, instructionTokens: number, lastTokens: number): ContextOverflowError {
  return new ContextOverflowError({
    window,
    margin: 0,
    reserved: 0,
    needed: instructionTokens + lastTokens,
    sections: [
      { name: "instructions", tokens: instructionTokens, protected: true },
      { name: "last message", tokens: lastTokens, protected: true },
    ],
  });
}
