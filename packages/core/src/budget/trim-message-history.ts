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
  const sizes = new Map<HistoryMessage, number>();
  const sizeOf = (message: HistoryMessage) => {
    const known = sizes.get(message);
    if (known !== undefined) return known;
    const size = count(JSON.stringify(message)) + perMessage;
    sizes.set(message, size);
    return size;
  };

  const head = messages.findIndex((message) => !isInstruction(message));
  const split = head < 0 ? messages.length : head;
  const instructions = messages.slice(0, split);
  const instructionTokens = instructions.reduce((sum, message) => sum + sizeOf(message), 0);
  const room = budget.maxTokens - instructionTokens;

  const whole = repair(messages.slice(split).map((message) => ({ message, removedBlocks: 0 })));
  const bare = whole.map(({ message }) => message);
  const found = findHistoryStart(bare, room, sizeOf);
  if (room < 0 || (found === null && bare.length > 0)) {
    throw overflow(budget.maxTokens, instructionTokens, bare.slice(-1).map(sizeOf)[0] ?? 0);
  }
  const kept = found === null ? [] : repair(whole.filter((_, at) => at >= found.start || at === found.anchor));
  const rest = kept.map(({ message }) => message as M);
  return {
    messages: [...instructions, ...rest],
    tokens: rest.reduce((sum, message) => sum + sizeOf(message), instructionTokens),
    removedMessages: messages.length - split - rest.length,
    removedBlocks: kept.reduce((sum, { removedBlocks }) => sum + removedBlocks, 0),
  };
}

interface KeptMessage {
  readonly message: HistoryMessage;
  readonly removedBlocks: number;
}

/** The messages without results of calls that are not among them, and without empty texts. */
function repair(messages: readonly KeptMessage[]): KeptMessage[] {
  const open = new Set<string>();
  const kept: KeptMessage[] = [];
  for (const { message, removedBlocks } of messages) {
    const whole = withoutOrphans(message, open);
    for (const id of callIds(message)) open.add(id);
    if (whole === null) continue;
    const removed = blocksOf(message).length - blocksOf(whole).length;
    kept.push({ message: whole, removedBlocks: removedBlocks + removed });
  }
  return kept;
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
