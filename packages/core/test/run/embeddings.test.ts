import { defineCapability, type Embedder, runPositioned } from "@pelorus/core";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { fixedPlan } from "./fixed-plan.js";
import { scriptedModel } from "./scripted-model.js";

/** An embedder of one model: texts that match stand for [1, 0], all others for [0, 1]. */
function embedderOf(model: string, about: RegExp): Embedder & { readonly asked: (readonly string[])[] } {
  const asked: (readonly string[])[] = [];
  return {
    model,
    asked,
    embed: async (texts) => {
      asked.push(texts);
      return texts.map((text) => (about.test(text) ? [1, 0] : [0, 1]));
    },
  };
}

describe("the tools of a step", () => {
  const tool = (embeddingModel: string) => {
    const { descriptor, execute } = defineCapability({
      capabilityId: "umbrella",
      description: "Plays a sound wave.",
      operationTypes: ["RETRIEVE"],
      inputSchema: { type: "object" },
      safetyClass: "read-only",
      execute: () => ({}),
    });
    return { execute, descriptor: { ...descriptor, embeddingVector: [1, 0], embeddingModel } };
  };
  const offered = async (embeddingModel: string) => {
    const result = await runPositioned("qqqq", {
      model: scriptedModel(() => "Nothing was found."),
      classifier: fixedPlan([["RETRIEVE", []]]),
      tools: [tool(embeddingModel)],
      embedder: embedderOf("m", /qqqq/),
      onFailedChecks: "record",
    });
    return result.events.flatMap((event) => (event.kind === "frame_positioned" ? event.data.capabilityIds : []));
  };

  it(`${verifies("POS-FAB-03")}are found by vectors of the embedder's model, and of no other of equal length`, async () => {
    expect(await offered("m")).toContain("umbrella");
    expect(await offered("n")).toEqual([]);
  });
});
