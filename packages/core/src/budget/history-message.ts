/** A block of a message's content, in any of the shapes read here. */
export interface HistoryBlock {
  readonly type: string;
  readonly [key: string]: unknown;
}

/**
 * A message of a Chat Completions history (`tool_calls`, role `tool`), of a Messages history (`tool_use` and
 * `tool_result` blocks) or an item of a Responses history (`function_call`, `function_call_output`, `reasoning`).
 * Everything else about it is carried as it is.
 */
export interface HistoryMessage {
  readonly role?: string;
  readonly type?: string;
  readonly content?: unknown;
  readonly [key: string]: unknown;
}

export function blocksOf(message: HistoryMessage): readonly HistoryBlock[] {
  return Array.isArray(message.content)
    ? message.content.filter((block): block is HistoryBlock => typeof block === "object" && block !== null)
    : [];
}

/** Ids of the calls a message makes. */
export function callIds(message: HistoryMessage): string[] {
  const ids: string[] = [];
  if (message.type === "function_call" && typeof message.call_id === "string") ids.push(message.call_id);
  if (Array.isArray(message.tool_calls)) {
    for (const call of message.tool_calls as readonly { readonly id?: unknown }[]) {
      if (typeof call?.id === "string") ids.push(call.id);
    }
  }
  for (const block of blocksOf(message)) {
    if (block.type === "tool_use" && typeof block.id === "string") ids.push(block.id);
  }
  return ids;
}

/** The call that a whole message answers, or null. */
export function answeredCall(message: HistoryMessage): string | null {
  if (message.role === "tool" && typeof message.tool_call_id === "string") return message.tool_call_id;
  if (message.type === "function_call_output" && typeof message.call_id === "string") return message.call_id;
  return null;
}

/** System and developer messages at the beginning: never part of what is trimmed. */
export function isInstruction(message: HistoryMessage): boolean {
  return message.role === "system" || message.role === "developer";
}

/** Output of the model. */
export function isModelOutput(message: HistoryMessage): boolean {
  return message.role === "assistant" || message.type === "function_call" || message.type === "reasoning";
}

/**
 * The message without blocks that answer none of `open` calls and without empty text blocks; null when nothing is left
 * to send. The same object when nothing had to go.
 */
export function withoutOrphans(message: HistoryMessage, open: ReadonlySet<string>): HistoryMessage | null {
  const answered = answeredCall(message);
  if (answered !== null) return open.has(answered) ? message : null;
  if (!Array.isArray(message.content)) {
    // An empty string is a message of nothing, unless something stands beside it: calls, a refusal, audio.
    const empty = message.content === "" || message.content === null || message.content === undefined;
    return empty && Object.keys(message).every((key) => key === "role" || key === "content") ? null : message;
  }
  const blocks = message.content as readonly HistoryBlock[];
  const kept = blocks.filter((block) => {
    if (block?.type === "tool_result") return open.has(String(block.tool_use_id));
    // POS-BUD-06: an empty text block makes a provider refuse the whole history.
    return !(block?.type === "text" && (block.text === "" || block.text === undefined));
  });
  if (kept.length === blocks.length && kept.length > 0) return message;
  if (kept.length > 0) return { ...message, content: kept };
  return callIds(message).length > 0 ? { ...message, content: null } : null;
}
