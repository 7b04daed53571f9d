import type { Dialect } from "../mock-types.js";
import { localChat, responseFormatSchema } from "./local-chat.js";
import { RESPONSE_FORMAT } from "./openai-chat.js";

/** vLLM of a version: the member that holds a schema was renamed on the way. */
export function vllm(version: string): Dialect {
  const isOld = /^0\.(?:\d|10)\./.test(version);
  return localChat({
    name: `vllm ${version}`,
    style: { reasoningMember: isOld ? "reasoning_content" : "reasoning" },
    members: {
      response_format: RESPONSE_FORMAT,
      chat_template_kwargs: "object",
      ...(isOld
        ? { guided_json: "object" }
        : {
            structured_outputs: {
              members: { json: "object", regex: "string", choice: { list: "string" }, grammar: "string" },
            },
          }),
    },
    schemaOf: (body) =>
      responseFormatSchema(body) ??
      (body.guided_json as Record<string, unknown> | undefined) ??
      (body.structured_outputs as { json?: Record<string, unknown> } | undefined)?.json ??
      null,
    error: (status, message) => {
      const error = { message, type: status === 404 ? "NotFoundError" : "BadRequestError", param: null, code: status };
      return isOld ? { object: "error", ...error } : { error };
    },
    overflow: (needed, window) => ({
      message: `This model's maximum context length is ${window} tokens. However, your request has ${needed} input tokens. Please reduce the length of the input messages.`,
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
                owned_by: "vllm",
                root: server.model,
                max_model_len: server.window ?? 32_768,
              },
            ],
          },
        };
      }
      return call.path === "/version" ? { body: { version } } : undefined;
    },
  });
}
