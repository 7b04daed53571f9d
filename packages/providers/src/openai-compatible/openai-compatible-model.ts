import type { LanguageModel, ModelPricing, ModelRequest, ModelResponse, ModelStreamPart } from "@pelorus/core";
import { callFailure } from "../wire/call-failure.js";
import { type Fetch, guardedFetch } from "../wire/guarded-fetch.js";
import type { FailureContext } from "../wire/provider-failure.js";
import { unwrapStream } from "../wire/unwrap-stream.js";
import { wireLimits } from "../wire/wire-limits.js";
import { openCallSignal } from "../wire/with-call-signal.js";
import type { CallPlan } from "./call-plan.js";
import { type ConstrainedMode, constrainedModeOf, constrainedOutput } from "./constrained-mode.js";
import { detectServer, type ServerQuestion } from "./detect-server.js";
import { probeWindow } from "./probe-window.js";
import { serverAddress } from "./server-address.js";
import type { ServerAccess } from "./server-call.js";
import type { ServerInfo, ServerKind } from "./server-kind.js";
import { streamReply } from "./stream-reply.js";
import { wholeReply } from "./whole-reply.js";

/** Options of `openaiCompatibleModel`; what is absent is asked of the server. */
export interface OpenAICompatibleOptions {
  /** Address of the server, with or without `/v1`. */
  readonly baseURL: string;
  readonly apiKey?: string;
  /** Further headers of each call. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Which server it is; default found out at the first call. */
  readonly server?: ServerKind;
  /** How replies are held to a schema; default what the server takes. */
  readonly constrainedMode?: ConstrainedMode;
  /** Tokens of the window, where the server does not say it; Ollama is asked for it with each call. */
  readonly contextWindow?: number;
  /** `json` (default) offers tools by the schema of the reply, `native` in the server's own channel. */
  readonly toolCalls?: "native" | "json";
  /** Tells the model to think first, or not to; default the server's own way. Only for models that can do both. */
  readonly thinking?: boolean;
  /** Output tokens for thinking, beside those of the answer; default 0. They are taken off the window. */
  readonly reasoningReserve?: number;
  /** False: replies are asked for whole. Default true, which also keeps slow servers from running into time-outs. */
  readonly streaming?: boolean;
  readonly pricing?: ModelPricing;
  /** Longest silence between pieces of a reply in milliseconds; default 120,000. */
  readonly idleTimeoutMs?: number;
  /** Most bytes of a reply; default 16 MiB. */
  readonly maxResponseBytes?: number;
  /** A `fetch` to use. */
  readonly fetch?: Fetch;
}

/**
 * A model behind a server that speaks Chat Completions (Ollama, llama.cpp, LM Studio, vLLM, SGLang or another), without any
 * package. Which server it is, which window it really serves and how it holds a reply to a schema is asked of the server
 * once. A TypeError for a bad address, a RangeError for limits that are none.
 */
export function openaiCompatibleModel(modelId: string, options: OpenAICompatibleOptions): LanguageModel {
  const { toolCalls = "json", streaming = true, reasoningReserve: reserve = 0, thinking } = options;
  const address = serverAddress(options.baseURL);
  const limits = wireLimits(options);
  if (!Number.isSafeInteger(reserve) || reserve < 0) throw new RangeError("reasoningReserve must be an integer ≥ 0.");
  const access: ServerAccess = {
    fetch: guardedFetch(limits, options.fetch),
    headers: {
      ...(options.apiKey === undefined ? {} : { authorization: `Bearer ${options.apiKey}` }),
      ...options.headers,
    },
  };
  const secrets = [options.apiKey, ...Object.values(options.headers ?? {}), new URL(options.baseURL).password];
  let window: number | undefined;
  let server: ServerInfo | undefined = options.server === undefined ? undefined : { kind: options.server, models: [] };

  const contextOf = (request?: ModelRequest): FailureContext => ({
    vendor: address.label,
    secrets,
    window,
    reservedTokens: request?.maxOutputTokens,
  });
  const questionOf = (signal: AbortSignal): ServerQuestion => ({ address, access, context: contextOf(), signal });
  const serverOf = async (signal: AbortSignal): Promise<ServerInfo> => {
    server ??= await detectServer(questionOf(signal));
    return server;
  };
  const planFor = async (request: ModelRequest, stream: boolean, signal: AbortSignal): Promise<CallPlan> => {
    const found = await serverOf(signal);
    if (found.kind === "ollama")
      window ??= options.contextWindow ?? (await probeWindow(questionOf(signal), found, modelId));
    return {
      modelId,
      kind: found.kind,
      mode: options.constrainedMode ?? constrainedModeOf(found),
      output: constrainedOutput(request.schema, found),
      stream,
      nativeTools: toolCalls === "native",
      thinking,
      reserve,
      // What the run budgets with is what holds, also where a caller set it for the run.
      window:
        found.kind !== "ollama"
          ? undefined
          : request.contextWindow === undefined
            ? window
            : request.contextWindow + reserve,
    };
  };

  async function* ask(request: ModelRequest, stream: boolean): AsyncGenerator<ModelStreamPart, void, undefined> {
    const context = contextOf(request);
    const call = openCallSignal(request.signal);
    try {
      const plan = await planFor(request, stream, call.signal);
      const situation = { request, plan, address, access, context, signal: call.signal };
      yield* unwrapStream(stream ? streamReply(situation) : wholeReply(situation), plan.output);
    } catch (error) {
      throw callFailure(error, context, request.signal);
    } finally {
      call.close();
    }
  }

  return {
    provider: "openai-compatible",
    modelId,
    capabilities: [
      "structured-output",
      "constrained-json",
      ...(toolCalls === "native" ? (["tool-call"] as const) : []),
      ...(streaming ? (["streaming"] as const) : []),
    ],
    ...(reserve === 0 ? {} : { outputReserve: reserve }),
    windowSource: "endpoint",
    async contextWindowSize({ signal }) {
      const asked = options.contextWindow ?? (await probeWindow(questionOf(signal), await serverOf(signal), modelId));
      window = asked;
      // What thinking may take cannot be budgeted for anything else.
      return asked === undefined ? undefined : Math.max(1, asked - reserve);
    },
    ...(options.pricing === undefined ? {} : { pricing: options.pricing }),
    async doGenerate(request): Promise<ModelResponse> {
      let response: ModelResponse | undefined;
      for await (const part of ask(request, streaming)) if (part.type === "finish") response = part.response;
      return response as ModelResponse;
    },
    ...(streaming ? { doStream: (request: ModelRequest) => ask(request, true) } : {}),
  };
}
