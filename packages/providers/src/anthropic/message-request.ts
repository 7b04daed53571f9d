import type Anthropic from "@anthropic-ai/sdk";
import type { ModelRequest, ModelToolDefinition } from "@pelorus/core";
import { isStrictSchema } from "../wire/strict-output.js";
import { type CallPlan, REPLY_TOOL } from "./call-plan.js";
import type { CallSettings } from "./call-settings.js";
import { outputSchema } from "./output-schema.js";

type Body = Anthropic.MessageCreateParamsNonStreaming;

/**
 * A request in the form of the Messages API. Each call is whole in itself, so no thinking block has to be sent back with
 * its signature. A temperature is not sent: the API of today has none.
 */
export function messageRequest(request: ModelRequest, plan: CallPlan, settings: CallSettings): Body {
  const { modelId, thinking, effort } = settings;
  const tools = settings.toolCalls === "native" ? request.tools.map(toolOf) : [];
  const format = plan.schema === null ? undefined : { type: "json_schema" as const, schema: plan.schema };
  return {
    model: modelId,
    max_tokens: request.maxOutputTokens + settings.reserve,
    messages: [{ role: "user", content: contentOf(request, settings) }],
    ...(thinking === undefined ? {} : { thinking }),
    ...(format === undefined && effort === undefined
      ? {}
      : {
          output_config: { ...(format === undefined ? {} : { format }), ...(effort === undefined ? {} : { effort }) },
        }),
    ...(plan.isByTool && plan.output !== null
      ? {
          tools: [
            {
              name: REPLY_TOOL,
              description: "Gives the reply to the request. Its input is the whole reply.",
              input_schema: plan.output.schema as Anthropic.Tool.InputSchema,
            },
          ],
          tool_choice: { type: "tool" as const, name: REPLY_TOOL },
        }
      : tools.length === 0
        ? {}
        : { tools, tool_choice: { type: "auto" as const } }),
  };
}

/** The prompt in one block, or in two where its unchanging start is marked for the vendor's cache (POS-FRM-01). */
function contentOf({ prompt, stablePrefixLength }: ModelRequest, { promptCache }: CallSettings) {
  const last = prompt.charCodeAt(stablePrefixLength - 1);
  const length = last >= 0xd800 && last <= 0xdbff ? stablePrefixLength - 1 : stablePrefixLength;
  const [prefix, rest] = [prompt.slice(0, length), prompt.slice(length)];
  // Blank blocks are refused.
  if (promptCache === false || prefix.trim() === "" || rest.trim() === "") return prompt;
  return [
    {
      type: "text" as const,
      text: prefix,
      cache_control: { type: "ephemeral" as const, ...(promptCache === "1h" ? { ttl: promptCache } : {}) },
    },
    { type: "text" as const, text: rest },
  ];
}

function toolOf({ name, description, inputSchema }: ModelToolDefinition): Anthropic.Tool {
  const schema = inputSchema.type === "object" ? inputSchema : { ...inputSchema, type: "object" };
  const strict = isStrictSchema(schema)
    ? outputSchema({ schema, isStrict: true, isWrapped: false, unwrap: (text) => text })
    : null;
  return {
    name,
    description,
    input_schema: (strict ?? schema) as Anthropic.Tool.InputSchema,
    ...(strict === null ? {} : { strict: true }),
  };
}
