import { ModelCallError } from "../contract/error.js";
import type { LanguageModel, ModelRequest, ModelResponse } from "../contract/model.js";
import { asModelResponse } from "./language-model.js";
import type { DeltaKind, DeltaPart, StreamAssembler } from "./stream-assembler.js";

/** Asks the model once: streamed where that is wanted and possible, whole otherwise. */
export async function generate(
  model: LanguageModel,
  request: ModelRequest,
  assembler: StreamAssembler | null,
  tell?: (kind: DeltaKind, delta: string, callId?: string) => void,
): Promise<ModelResponse & { readonly parts?: readonly DeltaPart[] }> {
  if (assembler === null || model.doStream === undefined) {
    const response = wellFormed(asModelResponse(await model.doGenerate(request)));
    return response;
  }
  let finished: ModelResponse | undefined;
  for await (const part of model.doStream(request)) {
    if (request.signal.aborted) throw request.signal.reason;
    if (part.type === "finish") {
      finished = asModelResponse(part.response);
      break;
    }
    const delta = assembler.push(part);
    if (delta !== null) tell?.(delta.kind, delta.delta, delta.callId);
  }
  for (const delta of assembler.flush()) tell?.(delta.kind, delta.delta);
  const { text, reasoning, parts } = assembler.partial();
  // A stream without its end may have been cut anywhere: what came is a part, not an answer.
  if (finished === undefined) {
    throw new ModelCallError("The model's stream ended without saying that it was finished.", { isRetryable: true });
  }
  return { ...wellFormed(finished), text, ...(reasoning === undefined ? {} : { reasoning }), parts };
}

/** Half a surrogate pair cannot be stored or sent on: it becomes U+FFFD. */
function wellFormed(response: ModelResponse): ModelResponse {
  return response.text.isWellFormed() ? response : { ...response, text: response.text.toWellFormed() };
}

/**
 * Runs `perform` with a signal that fires on time-out too. Rejects at once when the outer signal fires, whether or not
 * `perform` listens; its late result is dropped.
 */
export function withTimeout<T>(
  milliseconds: number,
  outer: AbortSignal,
  perform: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const inner = new AbortController();
    const finish = () => {
      clearTimeout(timer);
      outer.removeEventListener("abort", onAbort);
    };
    const onAbort = () => {
      finish();
      inner.abort(outer.reason);
      reject(outer.reason);
    };
    const timer = setTimeout(() => {
      finish();
      const error = new ModelCallError(`The model did not answer within ${milliseconds} ms.`, { isRetryable: true });
      inner.abort(error);
      reject(error);
    }, milliseconds);
    if (outer.aborted) {
      onAbort();
      return;
    }
    outer.addEventListener("abort", onAbort, { once: true });
    perform(inner.signal).then(
      (value) => {
        finish();
        resolve(value);
      },
      (error: unknown) => {
        finish();
        reject(error);
      },
    );
  });
}
