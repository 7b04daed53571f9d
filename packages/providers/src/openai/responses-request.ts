import type { ModelRequest } from "@pelorus/core";
import type OpenAI from "openai";
import type { StrictOutput } from "../wire/strict-output.js";
import { type CallSettings, cacheKey, outputLimit, toolParameters } from "./call-settings.js";

type Body = OpenAI.Responses.ResponseCreateParamsNonStreaming;

/**
 * A request in the form of the Responses API. Nothing is stored with the vendor and nothing refers to an earlier response:
 * each call is whole in itself, so no reasoning item can come without what follows it.
 */
export function responsesRequest(request: ModelRequest, output: StrictOutput | null, settings: CallSettings): Body {
  const { modelId, thinks, reasoningEffort, reasoningSummary } = settings;
  const tools = settings.toolCalls === "native" ? request.tools : [];
  const key = cacheKey(request);
  const reasoning = {
    ...(reasoningEffort === undefined ? {} : { effort: reasoningEffort }),
    ...(reasoningSummary === undefined ? {} : { summary: reasoningSummary }),
  };
  return {
    model: modelId,
    input: request.prompt,
    max_output_tokens: outputLimit(request, settings),
    store: false,
    // The budget guard has cut what had to go; what still does not fit is an error, never cut in silence.
    truncation: "disabled",
    ...(thinks ? {} : { temperature: request.temperature }),
    ...(thinks && Object.keys(reasoning).length > 0 ? { reasoning } : {}),
    ...(key === undefined ? {} : { prompt_cache_key: key }),
    ...(output === null
      ? {}
      : {
          text: {
            format: { type: "json_schema", name: "reply", schema: { ...output.schema }, strict: output.isStrict },
          },
        }),
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map((tool) => ({
            type: "function" as const,
            name: tool.name,
            description: tool.description,
            ...toolParameters(tool),
          })),
        }),
  };
}
