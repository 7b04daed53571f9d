import { type BrokenOff, brokenOff } from "../conversation/broken-off.js";
import { runOfTurn } from "../conversation/prior-run.js";
import { ThreadTable } from "../conversation/thread-table.js";
import type { Endpoint } from "../endpoint.js";
import { bodySchema } from "../routes/body-schema.js";
import { BODY_PROBLEMS, CONVERSATION_PROBLEMS, param, type Route, START_PROBLEMS } from "../routes/route.js";
import { isFinal } from "../runs/is-final.js";
import { formatFrame } from "../sse/index.js";
import { type BegunChatTurn, beginChatTurn } from "./begin-chat-turn.js";
import { chatRequestSchema } from "./chat-request.js";
import { type ChatStretch, chatChunks, chatStretchSchema } from "./chat-thread.js";
import type { UiMessageChunk } from "./ui-message-chunk.js";
import type { Drafts } from "./ui-message-state.js";

/** Options of the AI SDK endpoint. */
export interface AiSdkOptions {
  /** Where the chat is mounted; default `/api/chat`, where `useChat` looks for it. */
  readonly path?: string;
  /** Where text is shown while it may still be revised; default `reasoning`. */
  readonly drafts?: Drafts;
}

const STREAM = { "text/event-stream": null } as const;
const HEADERS = { "x-vercel-ai-ui-message-stream": "v1" };

/**
 * Runs for clients of the AI SDK, in its UI message stream v1. `POST {path}` takes what `DefaultChatTransport` sends;
 * `GET {path}/{chatId}/stream` tells the last message again from its beginning and goes on with it, or answers 204 when it
 * was told. A client that leaves stops nothing; `POST /runs/{run_id}/cancel` does, with the `run_id` of the message's
 * metadata.
 */
export function aiSdk(options: AiSdkOptions = {}): Endpoint {
  const { path = "/api/chat", drafts = "reasoning" } = options;
  return {
    path,
    documents: { ChatRequest: () => bodySchema(chatRequestSchema()) },
    routes: () => chatRoutes(path, drafts),
  };
}

function chatRoutes(path: string, drafts: Drafts): readonly Route[] {
  const threads = new ThreadTable<ChatStretch>(path, chatStretchSchema());
  return [
    {
      id: "sendChatMessage",
      method: "post",
      path: "",
      summary: "Answer a chat's message, or go on with the answers of its tool parts, for the AI SDK.",
      body: { document: "ChatRequest", required: true },
      answers: { 200: { description: "A UI message stream, version 1.", content: STREAM } },
      problems: [...BODY_PROBLEMS, ...START_PROBLEMS, ...CONVERSATION_PROBLEMS, "nothing_waits"],
      handle: async (c, context) => {
        const request = await context.readBody(c, chatRequestSchema());
        await threads.takeUp(context.registry);
        const begin = () =>
          threads.use(c.var.owner, request.id, async (thread) => {
            const begun = await beginChatTurn(context, c, thread, request);
            return (signal: AbortSignal) => thread.read(frames(begun, { drafts, again: begun.again, signal }));
          });
        return context.stream(c, begin, HEADERS);
      },
    },
    {
      id: "resumeChatStream",
      method: "get",
      path: "/{chat_id}/stream",
      summary: "The last message of a chat from its beginning; goes on with the run under way.",
      parameters: [{ name: "chat_id", in: "path", description: "Id of a chat of the caller." }],
      answers: {
        200: { description: "A UI message stream, version 1.", content: STREAM },
        204: { description: "There is no such chat, or its last message was told to its end." },
      },
      problems: ["too_many_streams"],
      handle: async (c, context) => {
        await threads.takeUp(context.registry);
        const thread = threads.find(c.var.owner, param(c, "chat_id"));
        const turn = thread?.turns.at(-1);
        const stretch = turn?.stretches.at(-1);
        if (thread === null || turn === undefined || stretch === undefined) return c.body(null, 204);
        const run = await runOfTurn(context, c, turn);
        if (run === null || (isFinal(run.status()) && stretch.isTold)) return c.body(null, 204);
        const told = { run, turn, stretch, again: true };
        return context.stream(c, () => (signal) => thread.read(frames(told, { drafts, again: true, signal })), HEADERS);
      },
    },
  ];
}

async function* frames(
  { run, turn, stretch }: BegunChatTurn,
  how: Parameters<typeof chatChunks>[3],
): AsyncGenerator<string, void, undefined> {
  let hasEnd = false;
  try {
    for await (const chunk of chatChunks(run, turn, stretch, how)) {
      yield formatFrame({ data: JSON.stringify(chunk) });
      if (chunk.type === "finish") hasEnd = true;
    }
    // The consumer has asked for more, so the last chunk has left.
    if (hasEnd && !how.signal.aborted) stretch.isTold = true;
    else yield* brokenOffFrames(brokenOff());
  } catch (error) {
    yield* brokenOffFrames(brokenOff(error));
  }
  yield formatFrame({ data: "[DONE]" });
}

/** A message always has an end: one that breaks off is ended with an error. */
function* brokenOffFrames({ code, message }: BrokenOff): Generator<string> {
  const chunks: UiMessageChunk[] = [
    { type: "error", errorText: message },
    { type: "finish", finishReason: "error", messageMetadata: { broken_off: code } },
  ];
  for (const chunk of chunks) yield formatFrame({ data: JSON.stringify(chunk) });
}
