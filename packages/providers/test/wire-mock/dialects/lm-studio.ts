import { localChat, responseFormatSchema } from "./local-chat.js";
import { RESPONSE_FORMAT } from "./openai-chat.js";

/** LM Studio, which answers paths it does not know with status 200. */
export const lmStudio = localChat({
  name: "lm-studio",
  style: { reasoningMember: "reasoning" },
  members: { response_format: RESPONSE_FORMAT, ttl: "integer" },
  schemaOf: responseFormatSchema,
  error: (_status, message) => ({ error: message }),
  overflow: (needed, window) => ({
    message: `Trying to keep the first ${needed} tokens when context the overflows. However, the model is loaded with context length of only ${window} tokens, which is not enough.`,
  }),
  paths: (call, server) => {
    if (call.path === "/v1/models")
      return {
        body: { object: "list", data: [{ id: server.model, object: "model", owned_by: "organization_owner" }] },
      };
    const model = {
      id: server.model,
      object: "model",
      type: "llm",
      publisher: "test",
      arch: "llama",
      compatibility_type: "gguf",
      state: "loaded",
      max_context_length: 131_072,
      loaded_context_length: server.window ?? 4096,
    };
    if (call.path === "/api/v0/models") return { body: { object: "list", data: [model] } };
    if (call.path === `/api/v0/models/${server.model}`) return { body: model };
    return { body: { error: `Unexpected endpoint or method. (${call.method} ${call.path})` } };
  },
});
