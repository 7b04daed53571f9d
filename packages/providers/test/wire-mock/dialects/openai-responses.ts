import type { Dialect, IncomingCall, MockAnswer, MockRequest, MockServer, Reaction, Rendering } from "../mock-types.js";
import { misfit, orNull, type Shape } from "../shape.js";
import { piecesOf, sse } from "../stream-pieces.js";
import { strictSchemaProblem } from "../strict-schema-check.js";
import { keyProblem, misfitRefusal, protocolHeaderProblem, refusal, thinks } from "./openai-errors.js";
import { modelList } from "./openai-models.js";
import { refusedTool } from "./openai-tools.js";
import { itemPairingProblem } from "./responses-items.js";

const ITEM: Shape = {
  either: [
    {
      members: {
        type: { oneOf: ["message"] },
        role: { oneOf: ["user", "system", "developer", "assistant"] },
        content: {
          either: [
            "string",
            {
              list: {
                members: { type: { oneOf: ["input_text", "output_text"] }, text: "string" },
                required: ["type", "text"],
              },
            },
          ],
        },
      },
      required: ["role", "content"],
    },
    {
      members: { type: { oneOf: ["reasoning"] }, id: "string", summary: "any", encrypted_content: "any" },
      required: ["type", "id", "summary"],
    },
    {
      members: {
        type: { oneOf: ["function_call"] },
        id: "string",
        call_id: "string",
        name: "string",
        arguments: "string",
        status: "string",
      },
      required: ["type", "call_id", "name", "arguments"],
    },
    {
      members: { type: { oneOf: ["function_call_output"] }, id: "string", call_id: "string", output: "any" },
      required: ["type", "call_id", "output"],
    },
  ],
};

const BODY: Shape = {
  members: {
    model: "string",
    input: { either: ["string", { list: ITEM }] },
    instructions: orNull("string"),
    stream: orNull("boolean"),
    stream_options: orNull({ members: { include_obfuscation: "boolean" } }),
    max_output_tokens: orNull("integer"),
    temperature: orNull("number"),
    top_p: orNull("number"),
    store: orNull("boolean"),
    metadata: "any",
    include: orNull({ list: "string" }),
    prompt_cache_key: "string",
    safety_identifier: "string",
    service_tier: orNull("string"),
    truncation: orNull({ oneOf: ["auto", "disabled"] }),
    parallel_tool_calls: orNull("boolean"),
    tool_choice: "any",
    previous_response_id: orNull("string"),
    reasoning: orNull({
      members: {
        effort: orNull({ oneOf: ["none", "minimal", "low", "medium", "high", "xhigh", "max"] }),
        summary: orNull({ oneOf: ["auto", "concise", "detailed"] }),
      },
    }),
    text: {
      members: {
        verbosity: orNull({ oneOf: ["low", "medium", "high"] }),
        format: {
          either: [
            { members: { type: { oneOf: ["text", "json_object"] } }, required: ["type"] },
            {
              members: {
                type: { oneOf: ["json_schema"] },
                name: "string",
                description: "string",
                schema: "object",
                strict: orNull("boolean"),
              },
              required: ["type", "name", "schema"],
            },
          ],
        },
      },
    },
    tools: {
      list: {
        members: {
          type: { oneOf: ["function"] },
          name: "string",
          description: orNull("string"),
          parameters: orNull("object"),
          strict: orNull("boolean"),
        },
        required: ["type", "name", "parameters", "strict"],
      },
    },
  },
  required: ["model", "input"],
};

/** The Responses API. */
export const openaiResponses: Dialect = {
  name: "openai-responses",
  basePath: "/v1",
  react(call, server) {
    if (call.path === "/v1/models" && call.method === "GET") return modelList(call, server);
    if (call.path !== "/v1/responses") return null;
    return keyProblem(call, server) ?? protocolHeaderProblem(call) ?? generate(call, server);
  },
};

function generate(call: IncomingCall, server: MockServer): Reaction {
  const found = misfit(call.body, BODY);
  if (found !== null) return misfitRefusal(found);
  const body = call.body as Record<string, unknown>;
  const model = body.model as string;
  if (model !== server.model) {
    return refusal(400, `The requested model '${model}' does not exist.`, { code: "model_not_found", param: "model" });
  }
  if (thinks(model)) {
    if (body.temperature !== undefined && body.temperature !== 1) {
      return refusal(400, "Unsupported parameter: 'temperature' is not supported with this model.", {
        param: "temperature",
      });
    }
  } else if (body.reasoning !== undefined && (body.reasoning as { effort?: unknown }).effort !== undefined) {
    return refusal(400, "Unsupported parameter: 'reasoning.effort' is not supported with this model.", {
      code: "unsupported_parameter",
      param: "reasoning.effort",
    });
  }
  const maxTokens = body.max_output_tokens as number | undefined;
  if (maxTokens !== undefined && maxTokens < 16) {
    return refusal(
      400,
      `Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16, but got ${maxTokens} instead.`,
      { code: "integer_below_min_value", param: "max_output_tokens" },
    );
  }
  const items = (typeof body.input === "string" ? [{ role: "user", content: body.input }] : body.input) as Record<
    string,
    unknown
  >[];
  const pairing = itemPairingProblem(items);
  if (pairing !== null) return refusal(400, pairing, { param: "input" });
  const format = (
    body.text as
      | { format?: { type: string; name?: string; schema?: Record<string, unknown>; strict?: boolean } }
      | undefined
  )?.format;
  if (format?.strict === true) {
    const problem = strictSchemaProblem(format.schema);
    if (problem !== null)
      return refusal(400, `Invalid schema for response_format '${format.name}': ${problem}`, {
        code: "invalid_json_schema",
        param: "text.format.schema",
      });
  }
  const tools = (body.tools ?? []) as {
    name: string;
    parameters: Record<string, unknown> | null;
    strict: boolean | null;
  }[];
  const toolRefusal = refusedTool(tools, (index) => `tools[${index}]`);
  if (toolRefusal !== null) return toolRefusal;
  const prompt = items.map((item) => textOf(item)).join("\n");
  const inputTokens =
    items.reduce((sum, item) => sum + 4 + server.count(textOf(item)), 3) +
    (tools.length > 0 ? server.count(JSON.stringify(tools)) : 0);
  if (server.window !== undefined && inputTokens + (maxTokens ?? 0) > server.window) {
    return refusal(
      400,
      "Your input exceeds the context window of this model. Please adjust your input and try again.",
      { code: "context_length_exceeded", param: "input" },
    );
  }
  const request: MockRequest = {
    dialect: "openai-responses",
    path: call.path,
    headers: call.headers,
    body,
    model,
    prompt,
    schema: format?.schema ?? null,
    tools: tools.map((tool) => ({ name: tool.name, inputSchema: tool.parameters })),
    stream: body.stream === true,
    maxTokens,
    inputTokens,
  };
  return { kind: "generate", request, render: (answer) => render(request, answer) };
}

function textOf(item: Record<string, unknown>): string {
  const { content } = item;
  if (typeof content === "string") return content;
  if (Array.isArray(content)) return content.map((part: { text?: string }) => part.text ?? "").join("");
  return JSON.stringify(item.output ?? item.arguments ?? "");
}

function render(request: MockRequest, answer: MockAnswer): Rendering {
  const output = outputItems(answer);
  const incomplete =
    answer.finish === "length"
      ? { reason: "max_output_tokens" }
      : answer.finish === "content-filter"
        ? { reason: "content_filter" }
        : null;
  const response = (status: string, items: unknown[]) => ({
    id: "resp_1",
    object: "response",
    created_at: 1_764_000_000,
    status,
    error: null,
    incomplete_details: status === "incomplete" ? incomplete : null,
    instructions: null,
    model: request.model,
    output: items,
    parallel_tool_calls: false,
    tools: request.body.tools ?? [],
    tool_choice: "auto",
    temperature: 1,
    top_p: 1,
    metadata: {},
    ...(status === "in_progress" || answer.usage === null || answer.usage === undefined
      ? { usage: null }
      : { usage: usageOf(answer.usage) }),
  });
  const status = incomplete === null ? "completed" : "incomplete";
  if (!request.stream)
    return {
      contentType: "application/json",
      pieces: [
        JSON.stringify(
          response(
            status,
            output.map((item) => item.whole),
          ),
        ),
      ],
    };
  const pieces: string[] = [];
  let sequence = 0;
  const send = (type: string, members: Record<string, unknown>) =>
    pieces.push(sse({ type, sequence_number: sequence++, ...members }, type));
  send("response.created", { response: response("in_progress", []) });
  send("response.in_progress", { response: response("in_progress", []) });
  for (const [index, { whole }] of output.entries()) {
    const at = { item_id: whole.id, output_index: index };
    send("response.output_item.added", {
      output_index: index,
      item: {
        ...whole,
        ...(whole.type === "function_call"
          ? { arguments: "" }
          : whole.type === "message"
            ? { content: [] }
            : { summary: [] }),
      },
    });
    if (whole.type === "reasoning") {
      send("response.reasoning_summary_part.added", {
        ...at,
        summary_index: 0,
        part: { type: "summary_text", text: "" },
      });
      for (const delta of piecesOf(answer.reasoning ?? "", answer))
        send("response.reasoning_summary_text.delta", { ...at, summary_index: 0, delta });
      send("response.reasoning_summary_text.done", { ...at, summary_index: 0, text: answer.reasoning });
    } else if (whole.type === "message") {
      send("response.content_part.added", {
        ...at,
        content_index: 0,
        part: { type: "output_text", text: "", annotations: [] },
      });
      for (const delta of piecesOf(answer.text ?? "", answer))
        send("response.output_text.delta", { ...at, content_index: 0, delta, logprobs: [] });
      send("response.output_text.done", { ...at, content_index: 0, text: answer.text, logprobs: [] });
    } else {
      for (const delta of piecesOf(whole.arguments as string, answer))
        send("response.function_call_arguments.delta", { ...at, delta });
      send("response.function_call_arguments.done", { ...at, arguments: whole.arguments });
    }
    send("response.output_item.done", { output_index: index, item: whole });
  }
  send(`response.${status}`, {
    response: response(
      status,
      output.map((item) => item.whole),
    ),
  });
  return { contentType: "text/event-stream; charset=utf-8", pieces };
}

interface OutputItem {
  readonly whole: { readonly id: string; readonly type: string } & Readonly<Record<string, unknown>>;
}

function outputItems(answer: MockAnswer): OutputItem[] {
  const items: OutputItem[] = [];
  if (answer.reasoning !== undefined) {
    items.push({
      whole: { id: "rs_1", type: "reasoning", summary: [{ type: "summary_text", text: answer.reasoning }] },
    });
  }
  for (const [index, call] of (answer.toolCalls ?? []).entries()) {
    const text = typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments);
    items.push({
      whole: {
        id: `fc_${index + 1}`,
        type: "function_call",
        status: "completed",
        call_id: call.id ?? `call_${index + 1}`,
        name: call.name,
        arguments: text,
      },
    });
  }
  if (answer.text !== undefined || items.length === 0) {
    items.push({
      whole: {
        id: "msg_1",
        type: "message",
        role: "assistant",
        status: "completed",
        content: [{ type: "output_text", text: answer.text ?? "", annotations: [], logprobs: [] }],
      },
    });
  }
  return items;
}

function usageOf(usage: NonNullable<MockAnswer["usage"]>) {
  return {
    input_tokens: usage.input,
    input_tokens_details: { cached_tokens: usage.cached ?? 0 },
    output_tokens: usage.output,
    output_tokens_details: { reasoning_tokens: usage.reasoning ?? 0 },
    total_tokens: usage.input + usage.output,
  };
}
