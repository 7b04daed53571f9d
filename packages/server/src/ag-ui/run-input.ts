import { lazySchema } from "@pelorus/core/schemas";
import { z } from "zod";
import { ServerError } from "../problem/server-error.js";

const id = () => z.string().min(1).max(512);

export const runInputSchema = lazySchema(() =>
  z.object({
    threadId: id(),
    runId: id(),
    messages: z
      .array(
        z.looseObject({
          id: id(),
          role: z.string().max(64),
          content: z.unknown().optional(),
          toolCallId: z.string().optional(),
          error: z.string().optional(),
        }),
      )
      .max(10_000),
    tools: z
      .array(
        z.object({
          name: z.string().min(1).max(128),
          description: z.string().optional(),
          parameters: z.unknown().optional(),
        }),
      )
      .max(64)
      .optional(),
    context: z
      .array(z.object({ description: z.string(), value: z.string() }))
      .max(200)
      .optional(),
    resume: z
      .array(
        z.object({
          interruptId: z.string(),
          status: z.enum(["resolved", "cancelled"]),
          payload: z.unknown().optional(),
        }),
      )
      .max(200)
      .optional(),
  }),
);
/** What of `RunAgentInput` is read; the rest (state, forwarded props) is let pass. */
export type RunInput = z.infer<ReturnType<typeof runInputSchema>>;
export type InputMessage = RunInput["messages"][number];

/** The text of a message: a string, or text parts. Throws `ServerError` (`content_unsupported`) for other parts. */
export function textOf(message: InputMessage): string {
  const { content } = message;
  if (content === undefined || content === null) return "";
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) throw unsupported(message, "content that is neither text nor parts");
  return content
    .map((part: unknown) => {
      const { type, text } = (part ?? {}) as { type?: unknown; text?: unknown };
      if (type !== "text" || typeof text !== "string")
        throw unsupported(message, `a part of type ${JSON.stringify(type)}`);
      return text;
    })
    .join("\n\n");
}

/** The same for messages that are only told of: what is no text is left out. */
export function tellableTextOf(message: InputMessage): string {
  const { content } = message;
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .flatMap((part: unknown) => {
      const { type, text } = (part ?? {}) as { type?: unknown; text?: unknown };
      return type === "text" && typeof text === "string" ? [text] : [];
    })
    .join("\n\n");
}

function unsupported(message: InputMessage, what: string): ServerError {
  return new ServerError("content_unsupported", `The message ${JSON.stringify(message.id)} has ${what}.`);
}
