import { localChat, responseFormatSchema } from "./local-chat.js";
import { RESPONSE_FORMAT } from "./openai-chat.js";

/** The server of llama.cpp. */
export const llamaCpp = localChat({
  name: "llama-cpp",
  style: { reasoningMember: "reasoning_content" },
  members: {
    response_format: RESPONSE_FORMAT,
    json_schema: "object",
    grammar: "string",
    cache_prompt: "boolean",
    chat_template_kwargs: "object",
  },
  schemaOf: (body) => responseFormatSchema(body) ?? (body.json_schema as Record<string, unknown> | undefined) ?? null,
  error: (status, message, extra) => ({
    error: {
      code: status,
      message,
      type: status === 401 ? "authentication_error" : status >= 500 ? "server_error" : "invalid_request_error",
      ...extra,
    },
  }),
  overflow: (needed, window) => ({
    message: `request (${needed} tokens) exceeds the available context size (${window} tokens), try increasing it`,
    extra: { type: "exceed_context_size_error", n_prompt_tokens: needed, n_ctx: window },
  }),
  paths: (call, server) => {
    if (call.path === "/v1/models") {
      return {
        body: {
          object: "list",
          data: [
            { id: server.model, object: "model", created: 1, owned_by: "llamacpp", meta: { n_ctx_train: 131_072 } },
          ],
        },
      };
    }
    if (call.path === "/props") {
      return {
        body: {
          default_generation_settings: { n_ctx: server.window ?? 16_384, params: {} },
          total_slots: 1,
          model_path: "/models/test.gguf",
        },
      };
    }
    return undefined;
  },
});
