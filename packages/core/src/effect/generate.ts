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
 * Runs `perform` with a signal that fires on time-out too; it is made when it is asked for, which most models never do.
 * Rejects at once when the outer signal fires, whether or not `perform` listens; its late result is dropped.
 */
export function withTimeout<T>(
  milliseconds: number,
  outer: AbortSignal,
  perform: (signal: () => AbortSignal) => Promise<T>,
): Promise<T> {
  if (outer.aborted) return Promise.reject(outer.reason);
  return new Promise((resolve, reject) => {
    const inner = new LazyAbort();
    const finish = () => {
      clearTimeout(timer);
      outer.removeEventListener("abort", onAbort);
    };
    const stop = (reason: unknown) => {
      finish();
      inner.abort(reason);
      reject(reason);
    };
    const onAbort = () => stop(outer.reason);
    const timer = setTimeout(
      () => stop(new ModelCallError(`The model did not answer within ${milliseconds} ms.`, { isRetryable: true })),
      milliseconds,
    );
    outer.addEventListener("abort", onAbort, { once: true });
    perform(() => inner.signal).then(
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

/** A controller that exists from the first look at its signal on. */
class LazyAbort {
  #controller: AbortController | null = null;
  #aborted: { readonly reason: unknown } | null = null;

  get signal(): AbortSignal {
    if (this.#controller === null) {
      this.#controller = new AbortController();
      if (this.#aborted !== null) this.#controller.abort(this.#aborted.reason);
    }
    return this.#controller.signal;
  }

  abort(reason: unknown): void {
    this.#aborted = { reason };
    this.#controller?.abort(reason);
  }
}
