import type { Dialect, IncomingCall, MockServer, Reaction } from "../mock-types.js";
import { misfit, orNull, type Shape } from "../shape.js";
import { strictSchemaProblem } from "../strict-schema-check.js";
import { chatPairingProblem, chatTokens, textOf } from "./chat-messages.js";
import { renderChat } from "./chat-rendering.js";
import { keyProblem, misfitRefusal, protocolHeaderProblem, refusal, thinks } from "./openai-errors.js";
import { modelList } from "./openai-models.js";
import { refusedTool } from "./openai-tools.js";

const TEXT_PARTS: Shape = {
  list: { members: { type: { oneOf: ["text"] }, text: "string" }, required: ["type", "text"] },
};
const CONTENT: Shape = { either: ["string", TEXT_PARTS] };
const CALL: Shape = {
  members: {
    id: "string",
    type: { oneOf: ["function"] },
    function: { members: { name: "string", arguments: "string" }, required: ["name", "arguments"] },
  },
  required: ["id", "type", "function"],
};
export const CHAT_MESSAGE: Shape = {
  either: [
    {
      members: { role: { oneOf: ["system", "developer", "user"] }, content: CONTENT, name: "string" },
      required: ["role", "content"],
    },
    {
      members: {
        role: { oneOf: ["assistant"] },
        content: orNull(CONTENT),
        refusal: orNull("string"),
        name: "string",
        tool_calls: { list: CALL },
      },
      required: ["role"],
    },
    {
      members: { role: { oneOf: ["tool"] }, content: CONTENT, tool_call_id: "string" },
      required: ["role", "content", "tool_call_id"],
    },
  ],
};
export const RESPONSE_FORMAT: Shape = {
  either: [
    { members: { type: { oneOf: ["text", "json_object"] } }, required: ["type"] },
    {
      members: {
        type: { oneOf: ["json_schema"] },
        json_schema: {
          members: { name: "string", description: "string", schema: "object", strict: orNull("boolean") },
          required: ["name"],
        },
      },
      required: ["type", "json_schema"],
    },
  ],
};
export const CHAT_TOOL: Shape = {
  members: {
    type: { oneOf: ["function"] },
    function: {
      members: { name: "string", description: "string", parameters: "object", strict: orNull("boolean") },
      required: ["name"],
    },
  },
  required: ["type", "function"],
};

const BODY: Shape = {
  members: {
    model: "string",
    messages: { list: CHAT_MESSAGE },
    stream: orNull("boolean"),
    stream_options: orNull({ members: { include_usage: "boolean", include_obfuscation: "boolean" } }),
    max_tokens: orNull("integer"),
    max_completion_tokens: orNull("integer"),
    temperature: orNull("number"),
    top_p: orNull("number"),
    seed: orNull("integer"),
    stop: "any",
    n: orNull("integer"),
    user: "string",
    store: orNull("boolean"),
    metadata: "any",
    prompt_cache_key: "string",
    safety_identifier: "string",
    service_tier: orNull("string"),
    reasoning_effort: orNull({ oneOf: ["none", "minimal", "low", "medium", "high", "xhigh", "max"] }),
    verbosity: orNull({ oneOf: ["low", "medium", "high"] }),
    response_format: RESPONSE_FORMAT,
    tools: { list: CHAT_TOOL },
    tool_choice: "any",
    parallel_tool_calls: "boolean",
  },
  required: ["model", "messages"],
};

/** Chat Completions as the vendor itself serves it. */
export const openaiChat: Dialect = {
  name: "openai-chat",
  basePath: "/v1",
  react(call, server) {
    if (call.path === "/v1/models" && call.method === "GET") return modelList(call, server);
    if (call.path !== "/v1/chat/completions") return null;
    return keyProblem(call, server) ?? protocolHeaderProblem(call) ?? generate(call, server);
  },
};

function generate(call: IncomingCall, server: MockServer): Reaction {
  if (call.method !== "POST")
    return refusal(405, `Not allowed to ${call.method} on /v1/chat/completions.`, { code: "method_not_supported" });
  const found = misfit(call.body, BODY);
  if (found !== null) return misfitRefusal(found);
  const body = call.body as Record<string, unknown> & { messages: Record<string, unknown>[] };
  const model = body.model as string;
  if (model !== server.model) {
    return refusal(404, `The model \`${model}\` does not exist or you do not have access to it.`, {
      code: "model_not_found",
    });
  }
  if (thinks(model)) {
    if (body.temperature !== undefined && body.temperature !== 1) {
      return refusal(
        400,
        "Unsupported value: 'temperature' does not support this value with this model. Only the default (1) value is supported.",
        { code: "unsupported_value", param: "temperature" },
      );
    }
    if (body.max_tokens !== undefined) {
      return refusal(
        400,
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        { code: "unsupported_parameter", param: "max_tokens" },
      );
    }
  } else if (body.reasoning_effort !== undefined) {
    return refusal(400, "Unrecognized request argument supplied: reasoning_effort");
  }
  const pairing = chatPairingProblem(body.messages);
  if (pairing !== null) return refusal(400, pairing.message, { param: pairing.param });
  const format = body.response_format as
    | { json_schema?: { name: string; schema?: Record<string, unknown>; strict?: boolean } }
    | undefined;
  if (format?.json_schema !== undefined) {
    const { name, schema, strict } = format.json_schema;
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(name))
      return refusal(400, `Invalid 'response_format.json_schema.name': string does not match pattern.`, {
        param: "response_format.json_schema.name",
        code: "invalid_value",
      });
    const problem = strict === true ? strictSchemaProblem(schema) : null;
    if (problem !== null)
      return refusal(400, `Invalid schema for response_format '${name}': ${problem}`, { param: "response_format" });
  }
  const tools = (body.tools ?? []) as {
    function: { name: string; parameters?: Record<string, unknown>; strict?: boolean };
  }[];
  const toolRefusal = refusedTool(
    tools.map((tool) => tool.function),
    (index) => `tools[${index}].function`,
  );
  if (toolRefusal !== null) return toolRefusal;
  const maxTokens = (body.max_completion_tokens ?? body.max_tokens ?? undefined) as number | undefined;
  const inputTokens =
    chatTokens(body.messages, server.count) + (tools.length > 0 ? server.count(JSON.stringify(tools)) : 0);
  if (server.window !== undefined && inputTokens + (maxTokens ?? 0) > server.window) {
    return refusal(
      400,
      `This model's maximum context length is ${server.window} tokens. However, you requested ${inputTokens + (maxTokens ?? 0)} tokens (${inputTokens} in the messages, ${maxTokens ?? 0} in the completion). Please reduce the length of the messages or completion.`,
      { code: "context_length_exceeded", param: "messages" },
    );
  }
  const request = {
    dialect: "openai-chat",
    path: call.path,
    headers: call.headers,
    body,
    model,
    prompt: body.messages.map(textOf).join("\n"),
    schema: format?.json_schema?.schema ?? null,
    tools: tools.map((tool) => ({ name: tool.function.name, inputSchema: tool.function.parameters })),
    stream: body.stream === true,
    maxTokens,
    inputTokens,
  };
  return { kind: "generate", request, render: (answer) => renderChat(request, answer, { reasoningMember: null }) };
}
