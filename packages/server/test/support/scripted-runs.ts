import { defineCapability, type LanguageModel, type RunOptions } from "@pelorus/core";

export const TEA_TEXT =
  "Tea has less caffeine than coffee; coffee is stronger. Tea costs less per cup. Verdict: tea is the milder drink.";

/** One operation, no tools. */
export const answering: RunOptions = { model: () => TEA_TEXT };

/** A run with one step, whatever is asked. */
export const oneStep: RunOptions["classifier"] = {
  name: "one-step",
  classify: (request) => ({
    steps: [
      {
        id: "s1",
        operation: "RETRIEVE",
        assignment: request,
        dependsOn: [],
        deliverable: true,
        implied: false,
        evidence: [],
      },
    ],
    operations: ["RETRIEVE"],
    evidence: [],
    language: "en",
    confidence: 1,
    divergence: 0,
  }),
};

/** Asks to approve `wipe` once, and answers with what became of it. `wiped` counts the calls. */
export function wiping(wiped: { count: number } = { count: 0 }): RunOptions {
  return {
    classifier: oneStep,
    onFailedChecks: "record",
    model: (_prompt, schema) =>
      schema === null
        ? "The old index was removed."
        : JSON.stringify({ capability_id: "wipe_index", arguments: { index: "old" } }),
    tools: [
      defineCapability({
        capabilityId: "wipe_index",
        operationTypes: ["RETRIEVE"],
        description: "Remove an index by its name",
        safetyClass: "destructive",
        inputSchema: { type: "object", properties: { index: { type: "string" } }, required: ["index"] },
        execute: ({ index }) => {
          wiped.count++;
          return { removed: index };
        },
      }),
    ],
  };
}

/** Streams `text` in `parts` pieces, one per turn of the event loop or slower. */
export function streaming(text: string, parts: number, pauseMs = 0): RunOptions {
  const size = Math.ceil(text.length / parts);
  const model: LanguageModel = {
    provider: "test",
    modelId: "streaming",
    capabilities: ["streaming"],
    doGenerate: async () => ({ text, finishReason: "stop" }),
    async *doStream({ signal }) {
      for (let start = 0; start < text.length; start += size) {
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        signal.throwIfAborted();
        yield { type: "text", delta: text.slice(start, start + size) };
      }
      yield { type: "finish", response: { text, finishReason: "stop" } };
    },
  };
  return { classifier: oneStep, onFailedChecks: "record", contextWindow: 100_000, model };
}

/** A model that answers when it is let, or ends with its signal. */
export function held(): { readonly options: RunOptions; release(): void; readonly signals: AbortSignal[] } {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const signals: AbortSignal[] = [];
  return {
    options: {
      classifier: oneStep,
      onFailedChecks: "record",
      model: async (_prompt, _schema, options) => {
        const signal = options?.signal as AbortSignal;
        signals.push(signal);
        await Promise.race([
          gate,
          new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
        ]);
        return TEA_TEXT;
      },
    },
    release: () => release(),
    signals,
  };
}
