import { type LanguageModel, loadTokenCounter } from "@pelorus/core";
import type { ModelProbe, ProbeCheck } from "./probe-check.js";
import { probeRequest } from "./probe-request.js";

/** Assumed by a run where nobody says, in tokens. */
const ASSUMED = 8192;
/** Frames of a run want at least this much. */
const SMALL = 4096;
/** Kept free of the prompt that fills a window. */
const KEPT_FREE = 512;
/** A report below this share of our count means that the prompt was cut. */
const READ_SHARE = 0.85;

const ENLARGE =
  "start the server with a larger one: `contextWindow` for Ollama, -c for llama.cpp, --max-model-len for vLLM, --context-length for SGLang, the model's settings in LM Studio";

/** What the model says of its window. */
export async function askWindow(
  model: LanguageModel,
  signal: AbortSignal,
): Promise<Pick<ModelProbe, "window" | "windowSource"> & { readonly check: ProbeCheck }> {
  const began = performance.now();
  const window = (await model.contextWindowSize?.({ signal })) ?? null;
  const milliseconds = Math.round(performance.now() - began);
  if (window === null) {
    const detail = `nobody says which window the model has; ${ASSUMED} tokens are assumed`;
    const remedy = "set `contextWindow`, or --context-window on the command line";
    return { window, windowSource: "default", check: { name: "window", status: "warning", detail, remedy } };
  }
  const windowSource = model.windowSource ?? "endpoint";
  const detail = `${window} tokens, ${windowSource === "endpoint" ? "as the server says" : "from the catalogue"}`;
  const check: ProbeCheck =
    window < SMALL
      ? {
          name: "window",
          status: "warning",
          detail: `${detail}; long material will be trimmed hard`,
          remedy: ENLARGE,
          milliseconds,
        }
      : { name: "window", status: "ok", detail, milliseconds };
  return { window, windowSource, check };
}

/** Fills the window with one prompt and compares what the server says it read with what was sent (POS-BUD-11). */
export async function checkFilled(model: LanguageModel, window: number, signal: AbortSignal): Promise<ProbeCheck> {
  const counter = await loadTokenCounter(model.tokenEncoding);
  const line = "The ferry leaves the pier at nine and is back before noon. ";
  const lines = Math.max(1, Math.floor((window - KEPT_FREE) / counter.count(line)));
  const prompt = `${line.repeat(lines)}\nAnswer with the word yes.`;
  const sent = counter.count(prompt);
  const began = performance.now();
  const { usage } = await model.doGenerate(probeRequest(signal, prompt));
  const milliseconds = Math.round(performance.now() - began);
  if (usage?.inputTokens === undefined) {
    return {
      name: "filled",
      status: "warning",
      detail: "took a prompt that fills the window, but does not say how much of it was read",
      milliseconds,
    };
  }
  const detail = `read ${usage.inputTokens} tokens of a prompt of ${sent}`;
  if (usage.inputTokens >= READ_SHARE * sent) return { name: "filled", status: "ok", detail, milliseconds };
  return {
    name: "filled",
    status: "failed",
    detail: `${detail}: the rest was cut in silence`,
    remedy: `set contextWindow to ${usage.inputTokens}, or ${ENLARGE}`,
    milliseconds,
  };
}
