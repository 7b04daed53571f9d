import type { LanguageModel, ModelRequest, ModelResponse } from "@pelorus/core";
import { delegateModel } from "./delegate-model.js";

/** How a call ended. A stream that nobody read to its end has neither. */
export interface CallEnd {
  readonly response?: ModelResponse;
  readonly error?: unknown;
}

/** What stands before the calls of a model. */
export interface CallGate {
  /**
   * Lets a call in, at once or later, or refuses it by rejecting; rejects with the signal's reason when the request is
   * aborted first. What it resolves with is told once how the call ended.
   */
  enter(request: ModelRequest): Promise<(end: CallEnd) => void>;
}

/** A model whose calls pass a gate, streamed ones too: they end when the stream does. */
export function gatedModel(model: LanguageModel, gate: CallGate): LanguageModel {
  const { doStream } = model;
  return delegateModel(model, {
    async doGenerate(request) {
      const leave = leavingOnce(request.signal, await gate.enter(request));
      try {
        const response = await model.doGenerate(request);
        leave({ response });
        return response;
      } catch (error) {
        leave({ error });
        throw error;
      }
    },
    ...(doStream === undefined
      ? {}
      : {
          async *doStream(request) {
            const leave = leavingOnce(request.signal, await gate.enter(request));
            let end: CallEnd = {};
            try {
              for await (const part of doStream.call(model, request)) {
                if (part.type === "finish") end = { response: part.response };
                yield part;
              }
            } catch (error) {
              end = { error };
              throw error;
            } finally {
              leave(end);
            }
          },
        }),
  });
}

/** Tells the end once: at the latest when the call is aborted, whether or not the model heeds it. */
function leavingOnce(signal: AbortSignal, leave: (end: CallEnd) => void): (end: CallEnd) => void {
  let open = true;
  const end = (how: CallEnd): void => {
    if (!open) return;
    open = false;
    signal.removeEventListener("abort", onAbort);
    leave(how);
  };
  const onAbort = (): void => end({ error: signal.reason });
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort, { once: true });
  return end;
}
