import type { Dialect, IncomingCall, MockServer, Reaction } from "../mock-types.js";
import { type Misfit, misfit, orNull, type Shape } from "../shape.js";
import { chatPairingProblem, chatTokens, textOf } from "./chat-messages.js";
import { type ChatStyle, renderChat } from "./chat-rendering.js";
import { CHAT_MESSAGE, CHAT_TOOL } from "./openai-chat.js";
import { protocolHeaderProblem } from "./openai-errors.js";

/** What tells one local server from another. */
export interface LocalServer {
  readonly name: string;
  readonly style: ChatStyle;
  /** Members of a request beside those all take. */
  readonly members: Readonly<Record<string, Shape>>;
  /** The schema a request is held to. */
  readonly schemaOf: (body: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>> | null;
  /** Body of a refusal. */
  readonly error: (status: number, message: string, extra?: Record<string, unknown>) => unknown;
  readonly overflow: (
    needed: number,
    window: number,
  ) => { readonly message: string; readonly extra?: Record<string, unknown> };
  /** Answers of the other paths; undefined for a path it does not have. */
  readonly paths: (
    call: IncomingCall,
    server: MockServer,
  ) => { readonly status?: number; readonly body: unknown } | undefined;
}

const COMMON: Readonly<Record<string, Shape>> = {
  model: "string",
  messages: { list: CHAT_MESSAGE },
  stream: orNull("boolean"),
  stream_options: orNull({ members: { include_usage: "boolean" } }),
  max_tokens: orNull("integer"),
  temperature: orNull("number"),
  top_p: orNull("number"),
  seed: orNull("integer"),
  stop: "any",
  tools: { list: CHAT_TOOL },
  tool_choice: "any",
};

/** Chat Completions as a local server speaks it. */
export function localChat(local: LocalServer): Dialect {
  const refuse = (status: number, message: string, extra?: Record<string, unknown>): Reaction => ({
    kind: "reply",
    status,
    body: local.error(status, message, extra),
  });

  function generate(call: IncomingCall, server: MockServer): Reaction {
    const found = misfit(call.body, { members: { ...COMMON, ...local.members }, required: ["model", "messages"] });
    if (found !== null) return refuse(400, wordsFor(found));
    const body = call.body as Record<string, unknown> & { messages: Record<string, unknown>[] };
    if (body.model !== server.model) return refuse(404, `The model \`${String(body.model)}\` does not exist.`);
    const pairing = chatPairingProblem(body.messages);
    if (pairing !== null) return refuse(400, pairing.message);
    const schema = local.schemaOf(body);
    const tools = (body.tools ?? []) as { function: { name: string; parameters?: unknown } }[];
    if (schema !== null && tools.length > 0) return refuse(400, "Cannot use custom grammar constraints with tools.");
    const maxTokens = (body.max_tokens ?? undefined) as number | undefined;
    const inputTokens =
      chatTokens(body.messages, server.count) + (tools.length > 0 ? server.count(JSON.stringify(tools)) : 0);
    if (server.window !== undefined && inputTokens + (maxTokens ?? 0) > server.window) {
      const { message, extra } = local.overflow(inputTokens, server.window);
      return refuse(400, message, extra);
    }
    const request = {
      dialect: local.name,
      path: call.path,
      headers: call.headers,
      body,
      model: server.model,
      prompt: body.messages.map(textOf).join("\n"),
      schema,
      tools: tools.map((tool) => ({ name: tool.function.name, inputSchema: tool.function.parameters })),
      stream: body.stream === true,
      maxTokens,
      inputTokens,
    };
    return { kind: "generate", request, render: (answer) => renderChat(request, answer, local.style) };
  }

  return {
    name: local.name,
    basePath: "/v1",
    errorBody: (status, message) => local.error(status, message),
    react(call, server) {
      if (server.key !== undefined && call.headers.authorization !== `Bearer ${server.key}`) {
        return refuse(401, `Invalid API Key: ${call.headers.authorization ?? ""}`);
      }
      if (call.path === "/v1/chat/completions" && call.method === "POST") {
        return protocolHeaderProblem(call) ?? generate(call, server);
      }
      const other = local.paths(call, server);
      return other === undefined ? null : { kind: "reply", status: other.status ?? 200, body: other.body };
    },
  };
}

function wordsFor(found: Misfit): string {
  if (found.kind === "unknown") return `Extra inputs are not permitted: ${found.path}`;
  return `${found.path}: expected ${found.expected}, got ${found.got}`;
}

/** The schema of `response_format`. */
export function responseFormatSchema(
  body: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> | null {
  const format = body.response_format as { json_schema?: { schema?: Record<string, unknown> } } | undefined;
  return format?.json_schema?.schema ?? null;
}
