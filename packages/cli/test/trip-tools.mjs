// Three tools that write down every execution, so that a test can count them over any number of processes.
import { appendFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { defineCapability } from "@pelorus/core";

const log = process.env.TRIP_LOG;

const tool = (capabilityId, safetyClass, description) =>
  defineCapability({
    capabilityId,
    operationTypes: ["RETRIEVE", "GENERATE", "PLAN", "ANALYSE"],
    inputSchema: {
      type: "object",
      properties: { trip: { enum: ["Oslo"], description: "where the trip goes" } },
      required: ["trip"],
      additionalProperties: false,
    },
    costProfile: { safetyClass },
    metadata: { description },
    execute: async () => {
      appendFileSync(log, `${capabilityId}\n`);
      await sleep(15);
      return { done: capabilityId };
    },
  });

export const tools = [
  tool("find_train", "mutating", "Book the trip to Oslo: the train"),
  tool("reserve_seat", "mutating", "Book the trip to Oslo: the seat"),
  tool("pay_ticket", "destructive", "Book the trip to Oslo: the ticket"),
];

const order = ["find_train", "reserve_seat", "pay_ticket"];

/** A model that calls the three tools in order by what its frame shows was done, then says so. */
export function createModel() {
  const answer = "The trip to Oslo is booked: train found, seat reserved, ticket paid.";
  return {
    provider: "test",
    modelId: "travel-agent",
    contextWindowSize: () => 100_000,
    async doGenerate({ prompt, schema, tools: offered }) {
      await sleep(5);
      if (schema === null) return { text: answer, finishReason: "stop" };
      const next = order.find((id) => !prompt.includes(`"done":"${id}"`));
      const call = next !== undefined && offered.some((candidate) => candidate.name === next);
      const text = JSON.stringify(
        call ? { capability_id: next, arguments: { trip: "Oslo" } } : { capability_id: null, answer },
      );
      return { text, finishReason: "stop" };
    },
  };
}
