// A tool that writes down every execution, and a model whose answer hangs in the middle where it is told to.
import { appendFileSync } from "node:fs";
import { defineCapability, STL_OPERATIONS } from "@pelorus/core";

export const tools = [
  defineCapability({
    capabilityId: "count_crates",
    operationTypes: [...STL_OPERATIONS],
    description: "Count the crates in the store",
    safetyClass: "mutating",
    inputSchema: { type: "object", properties: {} },
    execute: () => {
      appendFileSync(process.env.SLOW_LOG, "count_crates\n");
      return { crates: 12 };
    },
  }),
];

const ANSWER = "There are twelve crates in the store.";

export function createModel() {
  const call = JSON.stringify({ capability_id: "count_crates", arguments: {} });
  const textFor = ({ prompt, schema }) => {
    if (schema === null) return ANSWER;
    return prompt.includes('"crates":12') ? JSON.stringify({ capability_id: null }) : call;
  };
  return {
    provider: "test",
    modelId: "slow-counter",
    capabilities: ["streaming"],
    contextWindowSize: () => 100_000,
    doGenerate: async (request) => ({ text: textFor(request), finishReason: "stop" }),
    async *doStream(request) {
      const text = textFor(request);
      if (request.schema === null && process.env.SLOW_HANGS !== undefined) {
        // What it says before it hangs is not what it says when it is asked again.
        yield { type: "text", delta: "Well, as far as I can see " };
        await new Promise(() => {});
      }
      for (const word of text.split(/(?<= )/)) yield { type: "text", delta: word };
      yield { type: "finish", response: { text, finishReason: "stop" } };
    },
  };
}
