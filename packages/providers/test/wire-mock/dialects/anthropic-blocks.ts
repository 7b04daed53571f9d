type Block = Readonly<Record<string, unknown>>;
export interface Message {
  readonly role: string;
  readonly content: string | readonly Block[];
}

export function blocksOf({ content }: Message): readonly Block[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}

/** What is wrong with the order of messages and blocks, in this vendor's words, or null (POS-BUD-06). */
export function blockProblem(messages: readonly Message[]): string | null {
  if (messages.length === 0) return "messages: at least one message is required";
  if (messages[0]?.role !== "user") return "messages: first message must use the user role";
  for (const [index, message] of messages.entries()) {
    const blocks = blocksOf(message);
    for (const [place, block] of blocks.entries()) {
      const at = `messages.${index}.content.${place}`;
      if (block.type === "text" && block.text === "") return `${at}.text: text content blocks must be non-empty`;
      if (block.type === "text" && String(block.text).trim() === "") {
        return `${at}.text: text content blocks must contain non-whitespace text`;
      }
      if (
        block.type === "tool_result" &&
        !idsOf(messages[index - 1], "tool_use", "id").includes(String(block.tool_use_id))
      ) {
        return `${at}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${String(block.tool_use_id)}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`;
      }
      // Thinking leads a message, and its signature comes back with it.
      if (block.type === "thinking" && (message.role !== "assistant" || typeof block.signature !== "string")) {
        return `${at}.signature: Field required`;
      }
    }
    if (blocks.length === 0) return `messages.${index}: content must be non-empty`;
    const results = idsOf(messages[index + 1], "tool_result", "tool_use_id");
    const open = idsOf(message, "tool_use", "id").filter((id) => !results.includes(id));
    if (open.length > 0) {
      return `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.join(", ")}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`;
    }
  }
  return null;
}

function idsOf(message: Message | undefined, type: string, member: string): string[] {
  return message === undefined
    ? []
    : blocksOf(message).flatMap((block) => (block.type === type ? [String(block[member])] : []));
}

/** The text of all blocks as the model reads it. */
export function promptOf(messages: readonly Message[]): string {
  return messages
    .flatMap((message) => blocksOf(message).map((block) => String(block.text ?? JSON.stringify(block))))
    .join("");
}
