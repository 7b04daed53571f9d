import type { LanguageModel, ModelPricing, ModelRequest, ModelStreamPart } from "@pelorus/core";
import { catalogueKnowledge } from "../catalogue/catalogue-knowledge.js";
import { ProviderError } from "../provider-error.js";
import { adapterCalls } from "../wire/adapter-calls.js";
import { AnswerStream } from "../wire/answer-stream.js";
import { endWithoutWord } from "../wire/end-without-word.js";
import { type StrictOutput, strictOutput } from "../wire/strict-output.js";
import { untilFinished } from "../wire/until-finished.js";
import { wireLimits } from "../wire/wire-limits.js";
import type { AiSdkLanguageModel, AiSdkProviderOptions } from "./ai-sdk-types.js";
import { type CallOptionsSettings, callOptions } from "./call-options.js";
import { guardParts } from "./guard-parts.js";
import { ContentParts, readContent } from "./read-content.js";
import { finishWord } from "./read-finish.js";
import { readUsage } from "./read-usage.js";
import { sdkFailure } from "./sdk-failure.js";
import { warningText } from "./warning-text.js";

/** Options of `aiSdkModel`. */
export interface AiSdkModelOptions {
  /** Tokens of the window; default what the price snapshot knows of the vendor's model. */
  readonly contextWindow?: number;
  /** Prices; default the snapshot's. False: none are looked up. */
  readonly pricing?: ModelPricing | false;
  /** `native` (default) offers tools in the vendor's channel, `json` by the schema of the reply alone. */
  readonly toolCalls?: "native" | "json";
  /** False for models that refuse a temperature. Default true. */
  readonly sendsTemperature?: boolean;
  /** False: answers are not streamed. Default true. */
  readonly streaming?: boolean;
  /** Passed on to the vendor's package. */
  readonly providerOptions?: AiSdkProviderOptions;
  /** tiktoken encoding that fits the model. */
  readonly tokenEncoding?: string;
  /** Longest silence between parts of a streamed reply in milliseconds; default 120,000. */
  readonly idleTimeoutMs?: number;
  /** Most characters of a streamed reply; default 16 Mi. */
  readonly maxResponseBytes?: number;
  /** Told what the vendor's package says it could not do as asked. */
  readonly onWarning?: (warning: string) => void;
}

/**
 * Any language model of the Vercel AI SDK, specification v3 or v2, as a model of a run: every vendor of that ecosystem. A
 * `ProviderError` `model_unsupported` for anything else, model names included. Calls fail with `ModelCallError` or
 * `ContextOverflowError`; the SDK's own retries play no part, since a run calls the model itself.
 */
export function aiSdkModel(model: AiSdkLanguageModel, options: AiSdkModelOptions = {}): LanguageModel {
  refuseOthers(model);
  const { toolCalls = "native", sendsTemperature = true, streaming = true, providerOptions, onWarning } = options;
  const limits = wireLimits(options);
  const { provider, modelId, specificationVersion } = model;
  const isAnthropic = provider.includes("anthropic");
  const settings: CallOptionsSettings = { toolCalls, sendsTemperature, marksPrefix: isAnthropic, providerOptions };
  const warn = (warnings: unknown): void => {
    for (const warning of Array.isArray(warnings) ? warnings : []) onWarning?.(warningText(warning));
  };
  // Tools and a schema are not sent together: several vendors make a forced tool of the schema. A frame with tools states
  // the form of its reply in the prompt, too, and the parser reads it.
  const outputOf = ({ schema, tools }: ModelRequest): StrictOutput | null =>
    schema === null || (toolCalls === "native" && tools.length > 0) ? null : strictOutput(schema);
  const usageOf = (usage: unknown, metadata: unknown) =>
    readUsage(usage, isAnthropic && specificationVersion === "v2", metadata);

  async function askWhole(request: ModelRequest, output: StrictOutput | null, signal: AbortSignal) {
    const reply = await model.doGenerate(callOptions(request, output, settings, signal) as never);
    const { content, finishReason, usage, warnings, providerMetadata } = membersOf(reply);
    warn(warnings);
    const answer = new AnswerStream();
    readContent(answer, Array.isArray(content) ? content : []);
    answer.finishedAs(finishWord(finishReason));
    answer.used(usageOf(usage, providerMetadata));
    return answer.response();
  }

  async function* askStreamed(
    request: ModelRequest,
    output: StrictOutput | null,
    signal: AbortSignal,
  ): AsyncGenerator<ModelStreamPart> {
    const { stream } = membersOf(await model.doStream(callOptions(request, output, settings, signal) as never));
    const answer = new AnswerStream();
    const parts = new ContentParts(answer);
    let isFinished = false;
    let isCut = false;
    const guarded = guardParts(stream as ReadableStream<unknown>, limits);
    for await (const part of untilFinished(guarded, () => isFinished)) {
      const members = membersOf(part);
      if (members.type === "error") throw members.error;
      if (members.type === "stream-start") warn(members.warnings);
      if (members.type === "finish") {
        isFinished = true;
        const word = finishWord(members.finishReason);
        const usage = usageOf(members.usage, members.providerMetadata);
        // Packages end a stream that was cut as if it were whole: neither word nor usage came then.
        isCut = word === undefined && usage === undefined;
        answer.finishedAs(word);
        answer.used(usage);
      }
      const delta = parts.read(members);
      if (delta !== null) yield delta;
    }
    request.signal.throwIfAborted();
    if (!isFinished || isCut) throw endWithoutWord(provider, answer);
    yield* answer.finish();
  }

  return {
    provider,
    modelId,
    capabilities: ["tool-call", "structured-output", ...(streaming ? (["streaming"] as const) : [])],
    ...(options.tokenEncoding === undefined ? {} : { tokenEncoding: options.tokenEncoding }),
    ...catalogueKnowledge(catalogueVendor(provider), modelId, options),
    ...adapterCalls((request) => {
      const output = outputOf(request);
      return {
        output,
        whole: (signal) => askWhole(request, output, signal),
        streamed: (signal) => askStreamed(request, output, signal),
        failed: (error) => {
          const context = { vendor: provider, secrets: [], reservedTokens: request.maxOutputTokens };
          return sdkFailure(error, context, request.signal);
        },
      };
    }, streaming),
  };
}

/** Vendors whose packages name themselves otherwise than the snapshot does. */
const VENDORS: Readonly<Record<string, string>> = {
  xai: "x-ai",
  "amazon-bedrock": "aws",
  bedrock: "aws",
  vertex: "google",
  togetherai: "together",
};

/** `openai.responses` is OpenAI's, `vertex.anthropic.messages` Google's. */
function catalogueVendor(provider: string): string {
  const vendor = provider.split(".", 1)[0] ?? provider;
  return Object.hasOwn(VENDORS, vendor) ? (VENDORS[vendor] as string) : vendor;
}

function refuseOthers(model: AiSdkLanguageModel): void {
  const { specificationVersion: version, doGenerate, doStream } = membersOf(model);
  if ((version === "v2" || version === "v3") && typeof doGenerate === "function" && typeof doStream === "function")
    return;
  const got =
    typeof model === "string"
      ? `the name ${JSON.stringify(model)}`
      : version === undefined
        ? "something else"
        : `specification ${JSON.stringify(version)}`;
  throw new ProviderError(
    "model_unsupported",
    `aiSdkModel takes a language model object of AI SDK specification v2 or v3, such as openai("gpt-5"); got ${got}.`,
  );
}

function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
