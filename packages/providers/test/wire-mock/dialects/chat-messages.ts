type Message = Readonly<Record<string, unknown>>;

/** A broken pairing of tool calls and results, in this vendor's words, or null (POS-BUD-06). */
export function chatPairingProblem(
  messages: readonly Message[],
): { readonly message: string; readonly param: string } | null {
  let open: string[] = [];
  for (const [index, message] of messages.entries()) {
    if (message.role === "tool") {
      const id = String(message.tool_call_id);
      if (!open.includes(id)) {
        return {
          message:
            "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
          param: `messages.[${index}].role`,
        };
      }
      open = open.filter((each) => each !== id);
      continue;
    }
    if (open.length > 0) return unanswered(open, index);
    const calls = message.role === "assistant" && Array.isArray(message.tool_calls) ? message.tool_calls : [];
    open = calls.map((call: { id?: unknown }) => String(call.id));
  }
  return open.length > 0 ? unanswered(open, messages.length) : null;
}

function unanswered(ids: readonly string[], index: number) {
  return {
    message: `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${ids.join(", ")}`,
    param: `messages.[${index}].role`,
  };
}

/** The text of all messages, and their tokens with four of framing each. */
export function chatTokens(messages: readonly Message[], count: (text: string) => number): number {
  return messages.reduce((sum, message) => sum + 4 + count(textOf(message)), 3);
}

export function textOf(message: Message): string {
  const { content } = message;
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return message.tool_calls === undefined ? "" : JSON.stringify(message.tool_calls);
  return content.map((part: { text?: unknown }) => (typeof part.text === "string" ? part.text : "")).join("");
}
