import type { LanguageModel, ModelRequest, ModelResponse, ModelStreamPart } from "@pelorus/core";
import type { StrictOutput } from "./strict-output.js";
import { unwrapStream } from "./unwrap-stream.js";
import { openCallSignal, withCallSignal } from "./with-call-signal.js";

/** One call as a vendor makes it. */
export interface AdapterCall {
  /** What the reply is held to; null for free text. */
  readonly output: StrictOutput | null;
  whole(signal: AbortSignal): Promise<ModelResponse>;
  streamed(signal: AbortSignal): AsyncIterable<ModelStreamPart>;
  /** The typed failure for what either of them threw. */
  failed(error: unknown): unknown;
}

/**
 * The port's methods over a vendor's calls: each call has one signal, which closes what is left open (POS-ADP-04), a
 * reply is freed of its envelope, and every failure is typed (POS-ADP-03).
 */
export function adapterCalls(
  begin: (request: ModelRequest) => AdapterCall,
  streaming: boolean,
): Pick<LanguageModel, "doGenerate" | "doStream"> {
  return {
    async doGenerate(request) {
      const call = begin(request);
      try {
        const response = await withCallSignal(request.signal, (signal) => call.whole(signal));
        return call.output === null ? response : { ...response, text: call.output.unwrap(response.text) };
      } catch (error) {
        throw call.failed(error);
      }
    },
    ...(streaming
      ? {
          async *doStream(request) {
            const call = begin(request);
            const { signal, close } = openCallSignal(request.signal);
            try {
              yield* unwrapStream(call.streamed(signal), call.output);
            } catch (error) {
              throw call.failed(error);
            } finally {
              close();
            }
          },
        }
      : {}),
  };
}
