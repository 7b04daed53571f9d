import type { MockAnswer, MockRequest, MockToolCall, Rendering } from "../mock-types.js";
import { piecesOf, sse } from "../stream-pieces.js";

const STOP = { stop: "end_turn", length: "max_tokens", "tool-calls": "tool_use", "content-filter": "refusal" } as const;

/** A message, whole or streamed. Where a tool is forced, the text of the answer is its input. */
export function renderMessage(request: MockRequest, answer: MockAnswer, forced: string | undefined): Rendering {
  const calls: readonly MockToolCall[] =
    forced === undefined
      ? (answer.toolCalls ?? [])
      : [{ id: "toolu_forced", name: forced, arguments: answer.text ?? "{}" }];
  const text = forced === undefined ? answer.text : undefined;
  const stop = STOP[answer.finish ?? (calls.length > 0 ? "tool-calls" : "stop")];
  const usage = usageOf(answer);
  const head = { id: "msg_1", type: "message", role: "assistant", model: request.model, container: null };
  const blocks = [
    ...(answer.reasoning === undefined
      ? []
      : [{ type: "thinking", thinking: answer.reasoning, signature: "c2lnbmVk" }]),
    ...(text === undefined && calls.length > 0 ? [] : [{ type: "text", text: text ?? "", citations: null }]),
    ...calls.map((call, place) => ({
      type: "tool_use",
      id: call.id ?? `toolu_${place + 1}`,
      name: call.name,
      input: call.arguments,
      caller: { type: "direct" },
    })),
  ];
  if (!request.stream) {
    const content = blocks.map((block) =>
      "input" in block && typeof block.input === "string" ? { ...block, input: parsed(block.input) } : block,
    );
    const whole = { ...head, content, stop_reason: stop, stop_sequence: null, stop_details: null };
    return {
      contentType: "application/json",
      pieces: [JSON.stringify({ ...whole, ...(usage === undefined ? {} : { usage }) })],
    };
  }
  const event = (data: { readonly type: string }) => sse(data, data.type);
  const pieces = [
    event({
      type: "message_start",
      message: {
        ...head,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        ...(usage === undefined ? {} : { usage: { ...usage, output_tokens: 1 } }),
      },
    } as never),
    event({ type: "ping" }),
  ];
  for (const [place, block] of blocks.entries()) {
    const index = calls[place - (blocks.length - calls.length)]?.index ?? place;
    const delta = (members: object) =>
      pieces.push(event({ type: "content_block_delta", index, delta: members } as never));
    const start = (members: object) =>
      pieces.push(event({ type: "content_block_start", index, content_block: members } as never));
    if ("thinking" in block) {
      start({ type: "thinking", thinking: "", signature: "" });
      for (const piece of piecesOf(block.thinking as string, answer))
        delta({ type: "thinking_delta", thinking: piece });
      delta({ type: "signature_delta", signature: block.signature });
    } else if ("input" in block) {
      start({ ...block, input: {} });
      const json = typeof block.input === "string" ? block.input : JSON.stringify(block.input);
      for (const piece of piecesOf(json, answer)) delta({ type: "input_json_delta", partial_json: piece });
    } else {
      start({ type: "text", text: "", citations: null });
      for (const piece of piecesOf(block.text as string, answer)) delta({ type: "text_delta", text: piece });
    }
    pieces.push(event({ type: "content_block_stop", index } as never));
  }
  pieces.push(
    event({
      type: "message_delta",
      delta: { stop_reason: stop, stop_sequence: null, stop_details: null, container: null },
      // Cumulative; what does not change may be left out.
      ...(usage === undefined ? {} : { usage: { ...usage, input_tokens: null } }),
    } as never),
    event({ type: "message_stop" }),
  );
  return { contentType: "text/event-stream; charset=utf-8", pieces };
}

/** This vendor counts what came from the cache apart from the input. */
function usageOf({ usage }: MockAnswer) {
  if (usage === null || usage === undefined) return undefined;
  const { input, output, cached = 0, reasoning } = usage;
  return {
    input_tokens: input - cached,
    cache_read_input_tokens: cached,
    cache_creation_input_tokens: 0,
    cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
    output_tokens: output,
    output_tokens_details: reasoning === undefined ? null : { thinking_tokens: reasoning },
    service_tier: "standard",
  };
}

/** Tool input is an object on this wire; what is no JSON stands as it is. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
