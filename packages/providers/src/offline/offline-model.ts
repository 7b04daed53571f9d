import type { LanguageModel, ModelRequest, ModelResponse } from "@pelorus/core";
import { writeResponse } from "./write-response.js";

/** Options of `offlineModel`. */
export interface OfflineModelOptions {
  /** Tokens of the context window the model says it has; default 65,536. An integer ≥ 512. */
  readonly contextWindow?: number;
}

const DEFAULT_WINDOW = 65_536;
const SMALLEST_WINDOW = 512;

/**
 * The embedded model: no weights, no network, no knowledge of its own. It quotes from what a prompt gives it, with the
 * sources, picks and fills tool calls, and says so where the material does not answer. Deterministic: the same prompt
 * gives the same answer. A RangeError when `contextWindow` is no integer ≥ 512.
 */
export function offlineModel(options: OfflineModelOptions = {}): LanguageModel {
  const { contextWindow = DEFAULT_WINDOW } = options;
  if (!Number.isInteger(contextWindow) || contextWindow < SMALLEST_WINDOW) {
    throw new RangeError(`contextWindow must be an integer of at least ${SMALLEST_WINDOW}, not ${contextWindow}`);
  }
  return {
    provider: "offline",
    modelId: "extractive-1",
    capabilities: ["tool-call", "structured-output", "streaming"],
    windowSource: "catalogue",
    contextWindowSize: () => contextWindow,
    doGenerate: async (request) => respond(request),
    async *doStream(request) {
      const response = respond(request);
      for (const delta of deltasOf(response.text)) {
        request.signal.throwIfAborted();
        yield { type: "text", delta };
      }
      yield { type: "finish", response };
    },
  };
}

/** Characters per token at least: an output cut here never exceeds the tokens it may have. */
function respond(request: ModelRequest): ModelResponse {
  request.signal.throwIfAborted();
  const text = writeResponse(request);
  return { text, finishReason: "stop" };
}

/** Lines with their ends: what a reader sees grow. */
function deltasOf(text: string): string[] {
  return text.match(/[^\n]*\n+|[^\n]+$/g) ?? [];
}
