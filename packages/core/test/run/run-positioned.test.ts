import { defineCapability, runPositioned } from "@pelorus/core";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { answerOf, callOf, scriptedModel } from "./scripted-model.js";

const lookUp = (execute: (args: Readonly<Record<string, unknown>>) => unknown = () => ({ celsius: 21 })) =>
  defineCapability({
    capabilityId: "look_up_weather",
    operationTypes: ["RETRIEVE"],
    inputSchema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
    costProfile: { safetyClass: "read-only" },
    metadata: { description: "Look up the weather in a city" },
    execute,
  });

describe("runPositioned", () => {
  it(`${verifies("POS-API-01", "POS-API-05")}a plain function answers a one-operation request in one call`, async () => {
    let calls = 0;
    const result = await runPositioned("What is the capital of France?", {
      model: async () => {
        calls++;
        return "The capital of France is Paris.";
      },
    });
    expect(calls).toBe(1);
    expect(result.text).toBe("The capital of France is Paris.");
    expect(result.status).toBe("complete");
    expect(result.events.at(-1)?.kind).toBe("run_finished");
  });

  it(`${verifies("POS-RUN-01", "POS-RUN-02")}a tool is selected, run, observed, and the answer written from it`, async () => {
    const seen: unknown[] = [];
    const model = scriptedModel((request) =>
      request.purpose === "tool" && seen.length === 0
        ? callOf("look_up_weather", { city: "Paris" })
        : request.purpose === "tool"
          ? answerOf("It is 21 degrees in Paris.")
          : "It is 21 degrees in Paris.",
    );
    const result = await runPositioned("What is the weather in Paris?", {
      model,
      tools: [
        lookUp((args) => {
          seen.push(args);
          return { celsius: 21 };
        }),
      ],
    });
    expect(seen).toEqual([{ city: "Paris" }]);
    expect(result.text).toContain("21");
    expect(result.status).toBe("complete");
    expect(result.observationCount).toBe(1);
    const states = result.eventStream.map((event) => event.state);
    expect(states).toContain("TOOL_SELECTED");
    expect(states).toContain("TOOL_EXECUTED");
    expect(states.at(-1)).toBe("COMPLETE");
  });
});
