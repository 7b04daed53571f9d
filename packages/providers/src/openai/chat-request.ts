import type { ModelRequest } from "@pelorus/core";
import type OpenAI from "openai";
import type { StrictOutput } from "../wire/strict-output.js";
import { type CallSettings, cacheKey, outputLimit, toolParameters } from "./call-settings.js";

type Body = OpenAI.Chat.ChatCompletionCreateParamsNonStreaming;

/** A request in the form of Chat Completions. */
export function chatRequest(request: ModelRequest, output: StrictOutput | null, settings: CallSettings): Body {
  const { modelId, thinks, reasoningEffort } = settings;
  const tools = settings.toolCalls === "native" ? request.tools : [];
  const key = cacheKey(request);
  return {
    model: modelId,
    messages: [{ role: "user", content: request.prompt }],
    max_completion_tokens: outputLimit(request, settings),
    ...(thinks ? {} : { temperature: request.temperature }),
    ...(thinks && reasoningEffort !== undefined ? { reasoning_effort: reasoningEffort } : {}),
    ...(key === undefined ? {} : { prompt_cache_key: key }),
    ...(output === null
      ? {}
      : {
          response_format: {
            type: "json_schema",
            json_schema: { name: "reply", schema: { ...output.schema }, strict: output.isStrict },
          },
        }),
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map((tool) => ({
            type: "function" as const,
            function: { name: tool.name, description: tool.description, ...toolParameters(tool) },
          })),
        }),
  };
}
