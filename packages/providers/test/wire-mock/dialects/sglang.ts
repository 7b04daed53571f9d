import { localChat, responseFormatSchema } from "./local-chat.js";
import { RESPONSE_FORMAT } from "./openai-chat.js";

/** SGLang. */
export const sglang = localChat({
  name: "sglang",
  style: { reasoningMember: "reasoning_content" },
  members: { response_format: RESPONSE_FORMAT, chat_template_kwargs: "object", regex: "string", ebnf: "string" },
  schemaOf: responseFormatSchema,
  error: (status, message) => ({ object: "error", message, type: "BadRequestError", param: null, code: status }),
  overflow: (needed, window) => ({
    message: `The input (${needed} tokens) is longer than the model's context length (${window} tokens).`,
  }),
  paths: (call, server) => {
    if (call.path === "/v1/models") {
      return {
        body: {
          object: "list",
          data: [
            {
              id: server.model,
              object: "model",
              created: 1,
              owned_by: "sglang",
              root: server.model,
              max_model_len: server.window ?? 32_768,
            },
          ],
        },
      };
    }
    if (call.path === "/get_model_info") return { body: { model_path: "/models/test", is_generation: true } };
    return undefined;
  },
});
