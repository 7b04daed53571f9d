import type { MockAnswer, MockRequest, Rendering } from "../mock-types.js";
import { piecesOf, sse } from "../stream-pieces.js";

const FINISH = {
  stop: "stop",
  length: "length",
  "tool-calls": "tool_calls",
  "content-filter": "content_filter",
} as const;

export interface ChatStyle {
  /** Member that carries reasoning; null where there is none. */
  readonly reasoningMember: "reasoning_content" | "reasoning" | null;
  /** Whether usage comes in a chunk of its own without choices. */
  readonly usageAlone?: boolean;
}

/** A Chat Completions reply, whole or streamed, as servers of this family write it. */
export function renderChat(request: MockRequest, answer: MockAnswer, style: ChatStyle): Rendering {
  const usage = usageOf(answer);
  const calls = (answer.toolCalls ?? []).map((call, place) => ({
    index: call.index ?? place,
    id: call.id,
    name: call.name,
    text: typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments),
  }));
  const finish = FINISH[answer.finish ?? (calls.length > 0 ? "tool-calls" : "stop")];
  const head = { id: "chatcmpl-1", created: 1_764_000_000, model: request.model };
  if (!request.stream) {
    const message = {
      role: "assistant",
      content: answer.text === undefined && calls.length > 0 ? null : (answer.text ?? ""),
      ...(style.reasoningMember === null || answer.reasoning === undefined
        ? {}
        : { [style.reasoningMember]: answer.reasoning }),
      refusal: null,
      ...(calls.length === 0
        ? {}
        : {
            tool_calls: calls.map((call) => ({
              id: call.id,
              type: "function",
              function: { name: call.name, arguments: call.text },
            })),
          }),
    };
    const whole = {
      ...head,
      object: "chat.completion",
      choices: [{ index: 0, message, logprobs: null, finish_reason: finish }],
      ...(usage === undefined ? {} : { usage }),
      system_fingerprint: "fp_mock",
    };
    return { contentType: "application/json", pieces: [JSON.stringify(whole)] };
  }
  const chunk = (delta: unknown, finishReason: string | null = null) =>
    sse({
      ...head,
      object: "chat.completion.chunk",
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finishReason }],
    });
  const pieces = [chunk({ role: "assistant", content: "" })];
  if (style.reasoningMember !== null) {
    for (const piece of piecesOf(answer.reasoning ?? "", answer))
      pieces.push(chunk({ [style.reasoningMember]: piece }));
  }
  for (const piece of piecesOf(answer.text ?? "", answer)) pieces.push(chunk({ content: piece }));
  for (const call of calls) {
    pieces.push(
      chunk({
        tool_calls: [
          { index: call.index, id: call.id, type: "function", function: { name: call.name, arguments: "" } },
        ],
      }),
    );
    for (const piece of piecesOf(call.text, answer)) {
      pieces.push(chunk({ tool_calls: [{ index: call.index, function: { arguments: piece } }] }));
    }
  }
  pieces.push(chunk({}, finish));
  const wanted = (request.body.stream_options as { include_usage?: boolean } | undefined)?.include_usage === true;
  if (usage !== undefined && wanted) pieces.push(sse({ ...head, object: "chat.completion.chunk", choices: [], usage }));
  pieces.push(sse("[DONE]"));
  return { contentType: "text/event-stream; charset=utf-8", pieces };
}

function usageOf({ usage }: MockAnswer): unknown {
  if (usage === null || usage === undefined) return undefined;
  return {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.input + usage.output,
    ...(usage.cached === undefined ? {} : { prompt_tokens_details: { cached_tokens: usage.cached } }),
    ...(usage.reasoning === undefined ? {} : { completion_tokens_details: { reasoning_tokens: usage.reasoning } }),
  };
}
