// What `pelorus serve` is given in the test of its page: a model that writes slowly, and a tool a person has to approve.
import { defineCapability } from "../../../packages/core/dist/index.js";

export const HOSTILE = '<img src="x" onerror="window.hurt = 1"><script>window.hurt = 2</script>';

const sentences = (count) =>
  Array.from({ length: count }, (_, index) => `Row ${index + 1} of the old index was looked at — it is not needed.`);
export const ANSWER = `The old index was removed. ${sentences(40).join(" ")} ${HOSTILE}`;

export function createModel() {
  const call = JSON.stringify({ capability_id: "wipe_index", arguments: { index: "old", note: HOSTILE } });
  return {
    provider: "test",
    modelId: "slow-writer",
    capabilities: ["streaming"],
    contextWindowSize: () => 16_000,
    doGenerate: async ({ schema }) => ({ text: schema === null ? ANSWER : call, finishReason: "stop" }),
    async *doStream({ schema, signal }) {
      if (schema === null) {
        for (let start = 0; start < ANSWER.length; start += 24) {
          await new Promise((resolve) => setTimeout(resolve, 25));
          signal.throwIfAborted();
          yield { type: "text", delta: ANSWER.slice(start, start + 24) };
        }
      }
      yield { type: "finish", response: { text: schema === null ? ANSWER : call, finishReason: "stop" } };
    },
  };
}

export const tools = [
  defineCapability({
    capabilityId: "wipe_index",
    operationTypes: ["RETRIEVE", "ANALYSE", "GENERATE", "PLAN", "DECIDE", "VERIFY"],
    description: "Remove an index by its name",
    safetyClass: "destructive",
    inputSchema: {
      type: "object",
      properties: { index: { type: "string" }, note: { type: "string" } },
      required: ["index"],
    },
    execute: ({ index }) => ({ removed: index, rows: 1204, note: HOSTILE }),
  }),
];
