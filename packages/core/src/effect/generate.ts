import { boundOutput, isWithinOutput, mostOutputUnits } from "../budget/bound-output.js";
import { ModelCallError } from "../contract/error.js";
import type { LanguageModel, ModelRequest, ModelResponse } from "../contract/model.js";
import type { TokenCounter } from "../contract/token-counter.js";
import { asModelResponse } from "./language-model.js";
import type { DeltaKind, DeltaPart, StreamAssembler } from "./stream-assembler.js";

/** An answer, and the tokens it was cut at where the model did not keep to them. */
type BoundedResponse = ModelResponse & { readonly parts?: readonly DeltaPart[]; readonly cutAt?: number };

/**
 * Asks the model once: streamed where that is wanted and possible, whole otherwise. A stream that goes on far beyond `limit`
 * tokens is left, and what it brought ends as one that was cut (POS-BUD-17).
 */
export async function generate(
  model: LanguageModel,
  request: ModelRequest,
  assembler: StreamAssembler | null,
  limit: number,
  tell?: (kind: DeltaKind, delta: string, callId?: string) => void,
): Promise<BoundedResponse> {
  if (assembler === null || model.doStream === undefined) {
    const response = wellFormed(asModelResponse(await model.doGenerate(request)));
    return response;
  }
  let finished: ModelResponse | undefined;
  let units = 0;
  for await (const part of model.doStream(request)) {
    if (request.signal.aborted) throw request.signal.reason;
    if (part.type === "finish") {
      finished = asModelResponse(part.response);
      break;
    }
    const delta = assembler.push(part);
    if (delta !== null) tell?.(delta.kind, delta.delta, delta.callId);
    units += part.delta.length;
    // POS-BUD-17
    if (units > mostOutputUnits(limit)) break;
  }
  for (const delta of assembler.flush()) tell?.(delta.kind, delta.delta, delta.callId);
  const { text, reasoning, parts } = assembler.partial();
  if (units > mostOutputUnits(limit)) {
    return { text, ...(reasoning === undefined ? {} : { reasoning }), finishReason: "length", parts, cutAt: limit };
  }
  // A stream without its end may have been cut anywhere: what came is a part, not an answer.
  if (finished === undefined) {
    throw new ModelCallError("The model's stream ended without saying that it was finished.", { isRetryable: true });
  }
  return { ...wellFormed(finished), text, ...(reasoning === undefined ? {} : { reasoning }), parts };
}

/**
 * POS-BUD-17: an answer that was not streamed is no larger than `limit` tokens; what is beyond them is left out and the
 * answer ends as one that was cut. A provider that reports its count is believed.
 */
export async function withinLimit(
  response: BoundedResponse,
  limit: number,
  loadCounter: () => Promise<TokenCounter>,
): Promise<BoundedResponse> {
  const { text, reasoning = "", usage, parts } = response;
  const said = usage?.estimated === true ? undefined : usage?.outputTokens;
  const isFar = text.length + reasoning.length > mostOutputUnits(limit);
  if (parts !== undefined || (said !== undefined && said <= limit && !isFar)) return response;
  const isWithin = isWithinOutput(text, limit) && isWithinOutput(reasoning, limit);
  if (isWithin) return response;
  const counter = await loadCounter();
  const keptText = boundOutput(text, limit, counter);
  const keptReasoning = boundOutput(reasoning, limit, counter);
  if (keptText === null && keptReasoning === null) return response;
  return {
    ...response,
    text: keptText ?? text,
    ...(keptReasoning === null ? {} : { reasoning: keptReasoning }),
    finishReason: "length",
    cutAt: limit,
  };
}

/** Half a surrogate pair cannot be stored or sent on: it becomes U+FFFD. */
function wellFormed(response: ModelResponse): ModelResponse {
  return response.text.isWellFormed() ? response : { ...response, text: response.text.toWellFormed() };
}
