import type { ModelRequest, ModelStreamPart } from "@pelorus/core";
import { readChunk } from "../chat-completions/read-chunk.js";
import { AnswerStream } from "../wire/answer-stream.js";
import { bodyOf } from "../wire/body-of.js";
import { endWithoutWord } from "../wire/end-without-word.js";
import type { FailureContext } from "../wire/provider-failure.js";
import { readEvents } from "../wire/read-events.js";
import { readLines } from "../wire/read-lines.js";
import { untilFinished } from "../wire/until-finished.js";
import type { CallPlan } from "./call-plan.js";
import { chatBody } from "./chat-body.js";
import { ollamaBody } from "./ollama/ollama-body.js";
import { readOllamaLine } from "./ollama/read-ollama-line.js";
import type { ServerAddress } from "./server-address.js";
import { callServer, type ServerAccess } from "./server-call.js";

/** One call to a server. */
export interface CallSituation {
  readonly request: ModelRequest;
  readonly plan: CallPlan;
  readonly address: ServerAddress;
  readonly access: ServerAccess;
  readonly context: FailureContext;
  readonly signal: AbortSignal;
}

/** Asks for a streamed reply and passes it on as it comes. */
export async function* streamReply(call: CallSituation): AsyncGenerator<ModelStreamPart, void, undefined> {
  const { request, plan, address, access, context, signal } = call;
  const answer = new AnswerStream();
  const isFinished = (): boolean => answer.isFinished;
  if (plan.kind === "ollama") {
    const options = { body: ollamaBody(request, plan), signal, context };
    const response = await callServer(access, `${address.root}/api/chat`, options);
    const lines = untilFinished(readLines(bodyOf(response, context.vendor)), isFinished);
    for await (const line of lines) yield* readOllamaLine(answer, line, context);
  } else {
    const options = { body: chatBody(request, plan), signal, context };
    const response = await callServer(access, `${address.api}/chat/completions`, options);
    const events = untilFinished(readEvents(bodyOf(response, context.vendor)), isFinished);
    for await (const event of events) yield* readChunk(answer, event, context);
  }
  if (!answer.isFinished) throw endWithoutWord(context.vendor, answer);
  yield* answer.finish();
}
