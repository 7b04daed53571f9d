import type { LanguageModel, ModelUsage } from "@pelorus/core";
import type { ProbeCheck } from "./probe-check.js";
import { probeRequest } from "./probe-request.js";

const PROMPT = "Name three rivers, separated by commas.";

/** Asks one small question, streamed where the model streams: whether it answers, how fast, and whether it counts. */
export async function checkAnswer(model: LanguageModel, signal: AbortSignal): Promise<ProbeCheck[]> {
  const began = performance.now();
  const elapsed = (): number => Math.round(performance.now() - began);
  let text = "";
  let usage: ModelUsage | undefined;
  let deltas = 0;
  let firstAt: number | undefined;
  if (model.doStream === undefined) {
    ({ text, usage } = { usage: undefined, ...(await model.doGenerate(probeRequest(signal, PROMPT))) });
  } else {
    for await (const part of model.doStream(probeRequest(signal, PROMPT))) {
      if (part.type === "finish") ({ text, usage } = { usage: undefined, ...part.response });
      else {
        firstAt ??= elapsed();
        deltas++;
      }
    }
  }
  return [answered(text, elapsed()), streamed(model, deltas, firstAt), counted(model, usage)];
}

function answered(text: string, milliseconds: number): ProbeCheck {
  if (text.trim() !== "")
    return { name: "answer", status: "ok", detail: `answered in ${milliseconds} ms`, milliseconds };
  return {
    name: "answer",
    status: "failed",
    detail: "answered with nothing",
    remedy: "a model that thinks may need more room: set `reasoningReserve`, or turn thinking off",
    milliseconds,
  };
}

function streamed(model: LanguageModel, deltas: number, firstAt: number | undefined): ProbeCheck {
  if (model.doStream === undefined) {
    return { name: "streaming", status: "warning", detail: "does not stream; answers are shown when they are whole" };
  }
  const pieces = `${deltas} piece${deltas === 1 ? "" : "s"}`;
  if (firstAt === undefined)
    return { name: "streaming", status: "warning", detail: "streams, but nothing came before the end" };
  return {
    name: "streaming",
    status: "ok",
    detail: `streams: ${pieces}, the first after ${firstAt} ms`,
    milliseconds: firstAt,
  };
}

function counted(model: LanguageModel, usage: ModelUsage | undefined): ProbeCheck {
  if (usage?.inputTokens !== undefined && usage.outputTokens !== undefined) {
    return {
      name: "usage",
      status: "ok",
      detail: `reports usage: ${usage.inputTokens} tokens in, ${usage.outputTokens} out`,
    };
  }
  // No provider stands behind the built-in model, so none could report, or cut a prompt in silence.
  if (model.provider === "offline") {
    return { name: "usage", status: "ok", detail: "runs in this process and costs nothing; a run counts its tokens" };
  }
  return {
    name: "usage",
    status: "warning",
    detail: "reports no usage",
    remedy: "counts are estimates, and a prompt that is cut in silence is not noticed; a newer server may report it",
  };
}
