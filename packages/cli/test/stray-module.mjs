// Two tools and a model, of which one does what no run can wait for; which, the variable STRAY says.
import { defineCapability } from "@pelorus/core";

const stray = {
  throw: () => setTimeout(() => fail("socket hang up"), 1),
  reject: () => void Promise.reject(new TypeError("no such field")),
  text: () => setTimeout(() => failWith("just a text"), 1),
  exit: () => process.exit(0),
  // Stays open long after the run is over.
  timer: () => setInterval(() => {}, 60_000),
}[process.env.STRAY];

function fail(message) {
  throw new Error(message);
}

function failWith(value) {
  throw value;
}

const tool = (capabilityId, act) =>
  defineCapability({
    capabilityId,
    operationTypes: ["RETRIEVE", "GENERATE", "PLAN", "ANALYSE"],
    description: `Book the trip to Oslo: ${capabilityId}`,
    safetyClass: "mutating",
    inputSchema: { type: "object", properties: { trip: { enum: ["Oslo"] } }, required: ["trip"] },
    execute: async () => {
      act?.();
      await new Promise((resolve) => setTimeout(resolve, 100));
      return { done: capabilityId };
    },
  });

export const tools = [tool("find_train"), tool("reserve_seat", stray)];

/** A model that calls the tools in order by what its frame shows was done or lost, then says so. */
export function createModel() {
  const answer = "The trip to Oslo is booked: train found, seat reserved.";
  return {
    provider: "test",
    modelId: "travel-agent",
    contextWindowSize: () => (process.env.STRAY === "never" ? new Promise(() => {}) : 100_000),
    async doGenerate({ prompt, schema, tools: offered }) {
      if (schema === null) return { text: answer, finishReason: "stop" };
      const next = ["find_train", "reserve_seat"].find((id) => !prompt.includes(`"done":"${id}"`));
      const call = next !== undefined && offered.some((candidate) => candidate.name === next);
      const text = JSON.stringify(
        call ? { capability_id: next, arguments: { trip: "Oslo" } } : { capability_id: null, answer },
      );
      return { text, finishReason: "stop" };
    },
  };
}
