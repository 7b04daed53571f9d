import type { LanguageModelV3CallOptions, LanguageModelV3TextPart } from "@ai-sdk/provider";
import type { ModelRequest } from "@pelorus/core";
import type { StrictOutput } from "../wire/strict-output.js";
import type { AiSdkProviderOptions } from "./ai-sdk-types.js";

export interface CallOptionsSettings {
  readonly toolCalls: "native" | "json";
  readonly sendsTemperature: boolean;
  /** The vendor marks cached prefixes in the prompt. */
  readonly marksPrefix: boolean;
  readonly providerOptions: AiSdkProviderOptions | undefined;
}

/** A request as both specifications take it. */
export function callOptions(
  request: ModelRequest,
  output: StrictOutput | null,
  settings: CallOptionsSettings,
  signal: AbortSignal,
): LanguageModelV3CallOptions {
  const tools = settings.toolCalls === "native" ? request.tools : [];
  const providerOptions = merged(
    // This vendor refuses schemas that are not strict unless it is told.
    output !== null && !output.isStrict ? { openai: { strictJsonSchema: false } } : undefined,
    settings.providerOptions,
  );
  return {
    prompt: [{ role: "user", content: promptParts(request, settings.marksPrefix) }],
    maxOutputTokens: request.maxOutputTokens,
    ...(settings.sendsTemperature ? { temperature: request.temperature } : {}),
    ...(output === null
      ? {}
      : { responseFormat: { type: "json", name: "reply", schema: output.schema as Record<string, never> } }),
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name, description, inputSchema }) => ({
            type: "function" as const,
            name,
            description,
            inputSchema: { ...inputSchema, type: "object" as const },
          })),
          toolChoice: { type: "auto" as const },
        }),
    abortSignal: signal,
    ...(providerOptions === undefined ? {} : { providerOptions: providerOptions as Record<string, never> }),
  };
}

function promptParts({ prompt, stablePrefixLength }: ModelRequest, marksPrefix: boolean): LanguageModelV3TextPart[] {
  if (!marksPrefix || stablePrefixLength === 0 || stablePrefixLength >= prompt.length) {
    return [{ type: "text", text: prompt }];
  }
  const cached = { anthropic: { cacheControl: { type: "ephemeral" } } };
  return [
    { type: "text", text: prompt.slice(0, stablePrefixLength), providerOptions: cached },
    { type: "text", text: prompt.slice(stablePrefixLength) },
  ];
}

function merged(ours: AiSdkProviderOptions | undefined, theirs: AiSdkProviderOptions | undefined) {
  if (ours === undefined || theirs === undefined) return theirs ?? ours;
  const vendors = new Set([...Object.keys(ours), ...Object.keys(theirs)]);
  return Object.fromEntries([...vendors].map((vendor) => [vendor, { ...ours[vendor], ...theirs[vendor] }]));
}
