// A tool that is handed secrets and fails with them in its message, and a model that calls it once.
import { defineCapability } from "@pelorus/core";

export const tools = [
  defineCapability({
    capabilityId: "open_safe",
    operationTypes: ["RETRIEVE", "GENERATE", "PLAN", "ANALYSE"],
    inputSchema: {
      type: "object",
      properties: {
        safe: { type: "string", description: "which safe to open" },
        combination: { type: "string", writeOnly: true },
        holder: { type: "object", properties: { pin: { type: "string", format: "password" } } },
        note: { type: "string" },
        api_key: { type: "string" },
      },
      required: ["safe"],
    },
    safetyClass: "mutating",
    description: "Open the safe in the cellar",
    execute: () => {
      throw new Error(`refused; sent Bearer bearer-value-1 and ${process.env.SAFE_TOKEN}`);
    },
  }),
];

export function createModel() {
  return {
    provider: "test",
    modelId: "porter",
    contextWindowSize: () => 100_000,
    async doGenerate({ prompt, schema, tools: offered }) {
      const answer = "The cellar stays shut tonight.";
      if (schema === null) return { text: answer, finishReason: "stop" };
      const call = offered.length > 0 && !prompt.includes("refused; sent");
      const args = {
        safe: "cellar",
        combination: "left-12-right-40",
        holder: { pin: "pin-7341" },
        note: "see https://porter:gatehouse@safes.invalid/",
        api_key: "key-of-the-maker",
      };
      const reply = call ? { capability_id: "open_safe", arguments: args } : { capability_id: null, answer };
      return { text: JSON.stringify(reply), finishReason: "stop" };
    },
  };
}
