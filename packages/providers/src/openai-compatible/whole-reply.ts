import { ModelCallError, type ModelStreamPart } from "@pelorus/core";
import { readChatReply } from "../chat-completions/chat-reply.js";
import { AnswerStream } from "../wire/answer-stream.js";
import { chatBody } from "./chat-body.js";
import { ollamaBody } from "./ollama/ollama-body.js";
import { readOllamaLine } from "./ollama/read-ollama-line.js";
import { callServer } from "./server-call.js";
import type { CallSituation } from "./stream-reply.js";

/** Asks for a whole reply; the one part is its end. */
export async function* wholeReply(call: CallSituation): AsyncGenerator<ModelStreamPart, void, undefined> {
  const { request, plan, address, access, context, signal } = call;
  if (plan.kind !== "ollama") {
    const options = { body: chatBody(request, plan), signal, context };
    const response = await callServer(access, `${address.api}/chat/completions`, options);
    yield { type: "finish", response: readChatReply(await response.json(), context.vendor) };
    return;
  }
  const answer = new AnswerStream();
  const options = { body: ollamaBody(request, plan), signal, context };
  const response = await callServer(access, `${address.root}/api/chat`, options);
  for (const part of readOllamaLine(answer, await response.json(), context)) void part;
  if (!answer.isFinished) {
    throw new ModelCallError(`${context.vendor} answered without an end; expected a reply of its chat.`, {
      isRetryable: true,
    });
  }
  yield { type: "finish", response: answer.response() };
}
