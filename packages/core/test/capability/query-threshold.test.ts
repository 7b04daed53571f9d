import { defineCapability, narrowSelection, ToolCapabilityFabric } from "@pelorus/core";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";

const capability = (capabilityId: string, kind: "tool" | "query") =>
  defineCapability({
    capabilityId,
    kind,
    description: "Searches the archive for passages.",
    operationTypes: ["RETRIEVE"],
    inputSchema: { type: "object", properties: {} },
    safetyClass: "read-only",
    execute: () => null,
  });

describe("relevance threshold", () => {
  it(`${verifies("POS-FAB-05")}does not hold for searches, whose subject stands in other texts than their description`, () => {
    const fabric = new ToolCapabilityFabric();
    fabric.register(capability("look_up", "query"));
    fabric.register(capability("look_up_once", "tool"));
    const { selected, rejected } = fabric.select("RETRIEVE", "Who keeps the key of the boat house?");
    expect(selected.map((entry) => entry.capabilityId)).toEqual(["look_up"]);
    expect(rejected).toEqual([{ capabilityId: "look_up_once", reason: "below-relevance" }]);
  });

  it(`${verifies("POS-FAB-07")}a search is presented beside a tool that shares a word with the request`, () => {
    const fabric = new ToolCapabilityFabric();
    fabric.register(capability("look_up", "query"));
    for (const [id, description] of [
      ["open_boat_house", "Opens the boat house with its key, for whoever keeps it."],
      ["count_letters", "Counts letters of a key."],
    ] as const) {
      fabric.register(
        defineCapability({
          capabilityId: id,
          description,
          operationTypes: ["RETRIEVE"],
          inputSchema: { type: "object", properties: {} },
          safetyClass: "read-only",
          execute: () => null,
        }),
      );
    }
    const selection = fabric.select("RETRIEVE", "Who keeps the key of the boat house?");
    const shown = narrowSelection(selection).selected.map(({ capabilityId }) => capabilityId);
    expect(shown[0]).toBe("open_boat_house");
    expect(shown).toContain("look_up");
    expect(shown).not.toContain("count_letters");
  });

  it("leaves the rank of a search to its score", () => {
    const fabric = new ToolCapabilityFabric();
    fabric.register(capability("look_up", "query"));
    fabric.register(
      defineCapability({
        capabilityId: "open_boat_house",
        description: "Opens the boat house with its key.",
        operationTypes: ["RETRIEVE"],
        inputSchema: { type: "object", properties: {} },
        safetyClass: "read-only",
        execute: () => null,
      }),
    );
    const { selected } = fabric.select("RETRIEVE", "Open the boat house with the key.");
    expect(selected.map((entry) => entry.capabilityId)).toEqual(["open_boat_house", "look_up"]);
  });
});
