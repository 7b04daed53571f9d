import type { Dialect, IncomingCall, MockAnswer, MockRequest, MockServer, Reaction, Rendering } from "../mock-types.js";
import { misfit, type Shape } from "../shape.js";
import { piecesOf } from "../stream-pieces.js";
import { protocolHeaderProblem } from "./openai-errors.js";

const BODY: Shape = {
  members: {
    model: "string",
    messages: {
      list: {
        members: {
          role: { oneOf: ["system", "user", "assistant", "tool"] },
          content: "string",
          thinking: "string",
          tool_calls: "any",
          tool_name: "string",
        },
        required: ["role", "content"],
      },
    },
    stream: "boolean",
    format: { either: [{ oneOf: ["json"] }, "object"] },
    think: { either: ["boolean", { oneOf: ["low", "medium", "high"] }] },
    truncate: "boolean",
    shift: "boolean",
    keep_alive: "any",
    options: {
      members: {
        num_ctx: "integer",
        num_predict: "integer",
        temperature: "number",
        seed: "integer",
        top_p: "number",
        stop: "any",
      },
    },
    tools: {
      list: {
        members: {
          type: { oneOf: ["function"] },
          function: { members: { name: "string", description: "string", parameters: "object" }, required: ["name"] },
        },
        required: ["type", "function"],
      },
    },
  },
  required: ["model", "messages"],
};

/** The window of a call that states none: small, and cut to in silence. */
export const OLLAMA_DEFAULT_WINDOW = 4096;

/** Ollama's own API. `file` holds what the model's file sets. */
export function ollama(
  file: { readonly numCtx?: number; readonly loaded?: number; readonly trained?: number } = {},
): Dialect {
  return {
    name: "ollama",
    basePath: "/v1",
    errorBody: (_status, message) => ({ error: message }),
    react(call, server) {
      const body = call.body as Record<string, unknown> | undefined;
      const unknownModel: Reaction = {
        kind: "reply",
        status: 404,
        body: { error: `model '${String(body?.model)}' not found` },
      };
      switch (call.path) {
        case "/v1/models":
          return ok({ object: "list", data: [{ id: server.model, object: "model", created: 1, owned_by: "library" }] });
        case "/api/version":
          return ok({ version: "0.13.1" });
        case "/api/ps":
          return ok({
            models:
              file.loaded === undefined
                ? []
                : [{ name: server.model, model: server.model, context_length: file.loaded }],
          });
        case "/api/show":
          if (body?.model !== server.model) return unknownModel;
          return ok({
            parameters: file.numCtx === undefined ? 'stop "</s>"' : `stop "</s>"\nnum_ctx ${file.numCtx}`,
            model_info: {
              "general.architecture": "llama",
              "llama.context_length": file.trained ?? server.window ?? 131_072,
            },
            capabilities: ["completion", "tools"],
          });
        case "/api/chat":
          if (body?.model !== server.model) return unknownModel;
          return protocolHeaderProblem(call) ?? generate(call, server);
        default:
          return null;
      }
    },
  };
}

function ok(body: unknown): Reaction {
  return { kind: "reply", status: 200, body };
}

function generate(call: IncomingCall, server: MockServer): Reaction {
  const found = misfit(call.body, BODY);
  if (found !== null)
    return {
      kind: "reply",
      status: 400,
      body: { error: `${found.kind} ${found.path}: expected ${found.expected}, got ${found.got}` },
    };
  const body = call.body as Record<string, unknown> & { messages: { role: string; content: string }[] };
  const options = (body.options ?? {}) as { num_ctx?: number; num_predict?: number };
  const window = options.num_ctx ?? OLLAMA_DEFAULT_WINDOW;
  const sent = body.messages.reduce((sum, message) => sum + 4 + server.count(message.content), 3);
  if (sent > window && body.truncate === false) {
    return { kind: "reply", status: 400, body: { error: "the input length exceeds the context length" } };
  }
  const tools = (body.tools ?? []) as { function: { name: string; parameters?: unknown } }[];
  const request: MockRequest = {
    dialect: "ollama",
    path: call.path,
    headers: call.headers,
    body,
    model: server.model,
    prompt: body.messages.map((message) => message.content).join("\n"),
    schema: typeof body.format === "object" && body.format !== null ? (body.format as Record<string, unknown>) : null,
    tools: tools.map((tool) => ({ name: tool.function.name, inputSchema: tool.function.parameters })),
    stream: body.stream !== false,
    maxTokens: options.num_predict,
    // What does not fit is cut, and only the count of what was read tells.
    inputTokens: Math.min(sent, window),
  };
  return { kind: "generate", request, render: (answer) => render(request, answer) };
}

function render(request: MockRequest, answer: MockAnswer): Rendering {
  const head = { model: request.model, created_at: "2026-01-01T00:00:00Z" };
  const end = {
    done: true,
    done_reason: answer.finish === "length" ? "length" : "stop",
    total_duration: 1,
    ...(answer.usage === null || answer.usage === undefined
      ? {}
      : { prompt_eval_count: answer.usage.input, eval_count: answer.usage.output }),
  };
  const calls = (answer.toolCalls ?? []).map((call) => ({
    ...(call.id === undefined ? {} : { id: call.id }),
    function: { index: 0, name: call.name, arguments: call.arguments },
  }));
  if (!request.stream) {
    const message = {
      role: "assistant",
      content: answer.text ?? "",
      ...(answer.reasoning === undefined ? {} : { thinking: answer.reasoning }),
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
    };
    return { contentType: "application/json; charset=utf-8", pieces: [JSON.stringify({ ...head, message, ...end })] };
  }
  const line = (message: Record<string, unknown>) =>
    `${JSON.stringify({ ...head, message: { role: "assistant", content: "", ...message }, done: false })}\n`;
  return {
    contentType: "application/x-ndjson",
    pieces: [
      ...piecesOf(answer.reasoning ?? "", answer).map((thinking) => line({ thinking })),
      ...piecesOf(answer.text ?? "", answer).map((content) => line({ content })),
      ...calls.map((call) => line({ tool_calls: [call] })),
      `${JSON.stringify({ ...head, message: { role: "assistant", content: "" }, ...end })}\n`,
    ],
  };
}
