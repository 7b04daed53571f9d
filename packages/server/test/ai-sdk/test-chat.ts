import {
  AbstractChat,
  type ChatInit,
  type ChatState,
  type ChatStatus,
  DefaultChatTransport,
  type UIMessage,
  type UIMessageChunk,
  uiMessageChunkSchema,
} from "ai";
import { expect } from "vitest";

/** The state of a chat without a framework. */
class PlainState implements ChatState<UIMessage> {
  status: ChatStatus = "ready";
  error: Error | undefined;
  messages: UIMessage[] = [];
  pushMessage = (message: UIMessage) => {
    this.messages = [...this.messages, message];
  };
  popMessage = () => {
    this.messages = this.messages.slice(0, -1);
  };
  replaceMessage = (index: number, message: UIMessage) => {
    this.messages = this.messages.map((other, at) => (at === index ? structuredClone(message) : other));
  };
  snapshot = <T>(thing: T): T => structuredClone(thing);
}

/** The official chat, over the official transport. */
export class TestChat extends AbstractChat<UIMessage> {
  constructor(init: ChatInit<UIMessage>) {
    const state = new PlainState();
    if (init.messages !== undefined) state.messages = init.messages;
    super({ ...init, state });
  }
}

/** A fetch that keeps every chunk of every stream and checks each with the official schema. */
export function checkingFetch(chunks: UIMessageChunk[]): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (!response.ok || response.body === null || response.status === 204) return response;
    expect(response.headers.get("x-vercel-ai-ui-message-stream")).toBe("v1");
    expect(response.headers.get("content-type")).toMatch(/^text\/event-stream/);
    const [mine, theirs] = response.body.tee();
    void keep(mine, chunks).catch(() => {});
    return new Response(theirs, response);
  };
}

async function keep(body: ReadableStream<Uint8Array>, chunks: UIMessageChunk[]): Promise<void> {
  let text = "";
  for await (const piece of body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>))
    text += piece;
  const lines = text.split("\n").flatMap((line) => (line.startsWith("data: ") ? [line.slice(6)] : []));
  expect(lines.at(-1)).toBe("[DONE]");
  const read = lines.slice(0, -1).map((line) => JSON.parse(line));
  validations.push(...read.map(expectValid));
  chunks.push(...read);
}

/** Checks that are under way; a test is not over before they are. */
export const validations: Promise<void>[] = [];

/** Fails where the official schema does not know the chunk. */
export async function expectValid(chunk: unknown): Promise<void> {
  const result = await uiMessageChunkSchema().validate?.(chunk);
  expect(result?.success, JSON.stringify(chunk)).toBe(true);
}

export function chatOf(
  url: string,
  init: Partial<ChatInit<UIMessage>> & { readonly chunks?: UIMessageChunk[] } = {},
): TestChat {
  const { chunks = [], ...rest } = init;
  return new TestChat({
    id: "chat-1",
    transport: new DefaultChatTransport({ api: `${url}/api/chat`, fetch: checkingFetch(chunks) }),
    ...rest,
  });
}

/** The text of a message, all parts together. */
export const textOf = (message: UIMessage | undefined): string =>
  (message?.parts ?? []).flatMap((part) => (part.type === "text" ? [part.text] : [])).join("");
