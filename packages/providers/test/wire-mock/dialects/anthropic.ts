import type { Dialect, IncomingCall, MockServer, Reaction } from "../mock-types.js";
import { misfit, orNull, type Shape } from "../shape.js";
import { blockProblem, type Message, promptOf } from "./anthropic-blocks.js";
import { renderMessage } from "./anthropic-rendering.js";
import { decoderProblem } from "./anthropic-schema.js";

const CACHE: Shape = orNull({
  members: { type: { oneOf: ["ephemeral"] }, ttl: { oneOf: ["5m", "1h"] } },
  required: ["type"],
});
const TEXT: Shape = {
  members: { type: { oneOf: ["text"] }, text: "string", cache_control: CACHE, citations: "any" },
  required: ["type", "text"],
};
const BLOCK: Shape = {
  either: [
    TEXT,
    {
      members: { type: { oneOf: ["tool_use"] }, id: "string", name: "string", input: "object", cache_control: CACHE },
      required: ["type", "id", "name", "input"],
    },
    {
      members: {
        type: { oneOf: ["tool_result"] },
        tool_use_id: "string",
        content: "any",
        is_error: "boolean",
        cache_control: CACHE,
      },
      required: ["type", "tool_use_id"],
    },
    {
      members: { type: { oneOf: ["thinking"] }, thinking: "string", signature: "string" },
      required: ["type", "thinking", "signature"],
    },
  ],
};
const THINKING: Shape = {
  either: [
    {
      members: { type: { oneOf: ["enabled"] }, budget_tokens: "integer", display: "any" },
      required: ["type", "budget_tokens"],
    },
    { members: { type: { oneOf: ["disabled", "adaptive", "between_tools"] }, display: "any" }, required: ["type"] },
  ],
};
const COUNTED = {
  model: "string",
  messages: {
    list: {
      members: { role: { oneOf: ["user", "assistant"] }, content: { either: ["string", { list: BLOCK }] } },
      required: ["role", "content"],
    },
  },
  system: { either: ["string", { list: TEXT }] },
  thinking: THINKING,
  cache_control: CACHE,
  output_config: {
    members: {
      effort: orNull({ oneOf: ["low", "medium", "high", "xhigh", "max"] }),
      format: orNull({ members: { type: { oneOf: ["json_schema"] }, schema: "object" }, required: ["type", "schema"] }),
    },
  },
  tools: {
    list: {
      members: {
        type: orNull({ oneOf: ["custom"] }),
        name: "string",
        description: "string",
        input_schema: "object",
        strict: "boolean",
        cache_control: CACHE,
      },
      required: ["name", "input_schema"],
    },
  },
  tool_choice: {
    members: { type: { oneOf: ["auto", "any", "tool", "none"] }, name: "string", disable_parallel_tool_use: "boolean" },
    required: ["type"],
  },
} as const satisfies Readonly<Record<string, Shape>>;
const BODY: Shape = {
  members: {
    ...COUNTED,
    max_tokens: "integer",
    stream: "boolean",
    stop_sequences: { list: "string" },
    metadata: "object",
    service_tier: { oneOf: ["auto", "standard_only"] },
  },
  required: ["model", "messages", "max_tokens"],
};

/** The Messages API. Sampling settings such as a temperature are not among its fields any more. */
export const anthropic: Dialect = {
  name: "anthropic",
  basePath: "",
  errorBody: (status, message) => ({ type: "error", error: { type: ERROR_TYPES[status] ?? "api_error", message } }),
  react(call, server) {
    if (call.method !== "POST") return null;
    if (call.path === "/v1/messages/count_tokens") {
      const shape: Shape = { members: COUNTED, required: ["model", "messages"] };
      return headProblem(call, server) ?? formProblem(call.body, shape) ?? counted(call.body as Body, server);
    }
    if (call.path !== "/v1/messages") return null;
    return headProblem(call, server) ?? formProblem(call.body, BODY) ?? generate(call, call.body as Body, server);
  },
};

const ERROR_TYPES: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  500: "api_error",
  529: "overloaded_error",
};

interface Body {
  readonly model: string;
  readonly messages: readonly Message[];
  readonly system?: unknown;
  readonly max_tokens: number;
  readonly stream?: boolean;
  readonly thinking?: { readonly type: string; readonly budget_tokens?: number };
  readonly output_config?: { readonly format?: { readonly schema: Record<string, unknown> } | null };
  readonly tools?: readonly {
    readonly name: string;
    readonly input_schema: Record<string, unknown>;
    readonly strict?: boolean;
  }[];
  readonly tool_choice?: { readonly type: string; readonly name?: string };
}

function refusal(status: number, message: string): Reaction {
  const body = { ...(anthropic.errorBody?.(status, message) as object), request_id: "req_mock_1" };
  return { kind: "reply", status, headers: { "request-id": "req_mock_1" }, body };
}

function headProblem(call: IncomingCall, server: MockServer): Reaction | null {
  const leaked = Object.keys(call.headers).find((name) => /^(?:x-)?crp-/i.test(name));
  if (leaked !== undefined) return refusal(400, `Header ${leaked} must not reach a provider.`);
  if (call.headers["anthropic-version"] === undefined) return refusal(400, "anthropic-version: header is required");
  if (server.key === undefined) return null;
  const key = call.headers["x-api-key"] ?? call.headers.authorization?.replace("Bearer ", "");
  if (key === undefined) return refusal(401, "x-api-key header is required");
  return key === server.key ? null : refusal(401, `invalid x-api-key ${key}`);
}

function formProblem(body: unknown, shape: Shape): Reaction | null {
  const found = misfit(body, shape);
  if (found === null) return null;
  const path = found.path.replaceAll(/\[(\d+)\]/g, ".$1");
  if (found.kind === "unknown") return refusal(400, `${path}: Extra inputs are not permitted`);
  if (found.kind === "missing") return refusal(400, `${path}: Field required`);
  return refusal(400, `${path}: Input should be ${found.expected}`);
}

function counted(body: Body, server: MockServer): Reaction {
  return { kind: "reply", status: 200, body: { input_tokens: tokensOf(body, server) } };
}

function tokensOf(body: Body, server: MockServer): number {
  const tools = body.tools === undefined ? 0 : server.count(JSON.stringify(body.tools)) + 50;
  return server.count(promptOf(body.messages)) + body.messages.length * 7 + tools;
}

function generate(call: IncomingCall, body: Body, server: MockServer): Reaction {
  if (body.model !== server.model) return refusal(404, `model: ${body.model}`);
  if (body.max_tokens < 1) return refusal(400, "max_tokens: Input should be greater than or equal to 1");
  const order = blockProblem(body.messages) ?? thinkingProblem(body) ?? toolProblem(body);
  if (order !== null) return refusal(400, order);
  const marks = JSON.stringify(body).split('"cache_control":{').length - 1;
  if (marks > 4) return refusal(400, `A maximum of 4 blocks with cache_control may be provided. Found ${marks}.`);
  const schema = body.output_config?.format?.schema;
  const schemaProblem = schema === undefined ? null : decoderProblem(schema);
  if (schemaProblem !== null) return refusal(400, `output_config.format.schema: ${schemaProblem}`);
  const inputTokens = tokensOf(body, server);
  const { window } = server;
  if (window !== undefined && inputTokens > window) {
    return refusal(400, `prompt is too long: ${inputTokens} tokens > ${window} maximum`);
  }
  if (window !== undefined && inputTokens + body.max_tokens > window) {
    return refusal(
      400,
      `input length and \`max_tokens\` exceed context limit: ${inputTokens} + ${body.max_tokens} > ${window}, decrease input length or \`max_tokens\` and try again`,
    );
  }
  const forced = body.tool_choice?.type === "tool" ? body.tool_choice.name : undefined;
  const request = {
    dialect: "anthropic",
    path: call.path,
    headers: call.headers,
    body: body as unknown as Readonly<Record<string, unknown>>,
    model: body.model,
    prompt: promptOf(body.messages),
    schema: schema ?? body.tools?.find((tool) => tool.name === forced)?.input_schema ?? null,
    tools: (body.tools ?? []).map((tool) => ({ name: tool.name, inputSchema: tool.input_schema })),
    stream: body.stream === true,
    maxTokens: body.max_tokens,
    inputTokens,
  };
  return { kind: "generate", request, render: (answer) => renderMessage(request, answer, forced) };
}

function thinkingProblem({ thinking, max_tokens: most, tool_choice: choice }: Body): string | null {
  if (thinking?.type !== "enabled") return null;
  const budget = thinking.budget_tokens ?? 0;
  if (budget < 1024) return "thinking.enabled.budget_tokens: Input should be greater than or equal to 1024";
  if (budget >= most) return "`max_tokens` must be greater than `thinking.budget_tokens`.";
  return choice?.type === "tool" || choice?.type === "any"
    ? "Thinking may not be enabled when tool_choice forces tool use."
    : null;
}

function toolProblem({ tools = [], tool_choice: choice }: Body): string | null {
  for (const [index, tool] of tools.entries()) {
    if (!/^[a-zA-Z0-9_-]{1,128}$/.test(tool.name)) {
      return `tools.${index}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`;
    }
    if (tool.input_schema.type !== "object") return `tools.${index}.custom.input_schema.type: Field required`;
    const problem = tool.strict === true ? decoderProblem(tool.input_schema) : null;
    if (problem !== null) return `tools.${index}.custom: ${problem}`;
  }
  if (choice !== undefined && tools.length === 0) return "tool_choice may only be specified while providing tools.";
  if (choice?.type === "tool" && !tools.some((tool) => tool.name === choice.name)) {
    return `tool_choice.name: Tool '${choice.name}' not found in provided tools`;
  }
  return null;
}
