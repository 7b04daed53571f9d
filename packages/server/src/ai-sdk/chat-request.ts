import { lazySchema } from "@pelorus/core/schemas";
import { z } from "zod";
import { ServerError } from "../problem/server-error.js";

const id = () => z.string().min(1).max(512);

export const chatRequestSchema = lazySchema(() =>
  z.object({
    id: id(),
    messages: z
      .array(
        z.object({
          id: z.string().max(512),
          role: z.enum(["system", "user", "assistant"]),
          parts: z.array(z.looseObject({ type: z.string() })).max(10_000),
        }),
      )
      .max(10_000),
    trigger: z.enum(["submit-message", "regenerate-message"]).optional(),
  }),
);
/** What of a chat request is read; what an application adds to it is let pass. */
export type ChatRequest = z.infer<ReturnType<typeof chatRequestSchema>>;
export type ChatMessage = ChatRequest["messages"][number];

/** The text of a message of the user. Throws `ServerError` (`content_unsupported`) for files. */
export function textOf(message: ChatMessage): string {
  for (const { type } of message.parts) {
    if (type === "file") {
      throw new ServerError("content_unsupported", `The message ${JSON.stringify(message.id)} has a file.`);
    }
  }
  return tellableTextOf(message);
}

/** The text parts of a message. */
export function tellableTextOf(message: ChatMessage): string {
  return message.parts
    .flatMap(({ type, text }) => (type === "text" && typeof text === "string" ? [text] : []))
    .join("\n\n");
}

/** What a tool part of the conversation says back. */
export interface ToolReply {
  readonly toolCallId: string;
  /** The person's word on an approval. */
  readonly approval: { readonly id: string; readonly approved: boolean } | null;
  /** What the client's own call came to. */
  readonly result: { readonly value: unknown } | null;
}

/** Replies in the tool parts of a conversation. */
export function toolReplies(request: ChatRequest): ToolReply[] {
  return request.messages.flatMap(({ role, parts }) =>
    role !== "assistant" ? [] : parts.flatMap((part) => replyOf(part) ?? []),
  );
}

function replyOf(part: Readonly<Record<string, unknown>> & { readonly type: string }): ToolReply | null {
  const { type, toolCallId, state, output, errorText } = part;
  if (type !== "dynamic-tool" && !type.startsWith("tool-")) return null;
  if (typeof toolCallId !== "string") return null;
  const { id: approvalId, approved } = (part.approval ?? {}) as { id?: unknown; approved?: unknown };
  const approval =
    typeof approvalId === "string" && typeof approved === "boolean" ? { id: approvalId, approved } : null;
  const result =
    state === "output-available"
      ? { value: output ?? null }
      : state === "output-error"
        ? { value: { error: String(errorText) } }
        : null;
  return approval === null && result === null ? null : { toolCallId, approval, result };
}
