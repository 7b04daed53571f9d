import { defineCapability, STL_OPERATIONS, ToolCapabilityFabric } from "@pelorus/core";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { valueWords } from "../../src/capability/value-words.js";

const TOOLS = {
  get_forecast: "Get the weather forecast for a place",
  convert_currency: "Convert an amount of money between currencies",
  find_restaurants: "Find restaurants near a location",
  play_music: "Play a song or playlist",
  find_flights: "Search flights between two airports",
};

function offered(request: string): string[] {
  const fabric = new ToolCapabilityFabric();
  for (const [capabilityId, description] of Object.entries(TOOLS)) {
    fabric.register(
      defineCapability({
        capabilityId,
        kind: "tool",
        description,
        operationTypes: [...STL_OPERATIONS],
        inputSchema: { type: "object", properties: {} },
        safetyClass: "read-only",
        execute: () => null,
      }),
    );
  }
  return fabric.select(null, request).selected.map((selected) => selected.capabilityId);
}

describe("requests in everyday words", () => {
  it.each([
    ["How warm will it be in Oslo tomorrow?", "get_forecast"],
    ["Is it sunny in Lisbon?", "get_forecast"],
    ["How much is 20 euros in yen?", "convert_currency"],
    ["I am hungry, anything close by?", "find_restaurants"],
    ["I want to hear Miles Davis", "play_music"],
    ["Fly me to Lisbon on Friday", "find_flights"],
  ])(`${verifies("POS-FAB-05")}"%s" finds a tool that shares none of its words`, (request, tool) => {
    expect(offered(request)[0]).toBe(tool);
  });

  it.each(["Write a poem about autumn leaves.", "Rewrite this paragraph so that it sounds friendlier."])(
    `${verifies("POS-FAB-05")}"%s" still needs none`,
    (request) => {
      expect(offered(request)).toEqual([]);
    },
  );

  it(`${verifies("POS-FAB-05")}names and times ask for no tool, unless everything is written large`, () => {
    expect([...valueWords("Will Anna Berg be in Oslo tomorrow? Tell me.")].sort()).toEqual([
      "anna",
      "berg",
      "oslo",
      "tomorrow",
    ]);
    expect(valueWords("Get The Weather In Paris")).toEqual(new Set());
  });
});
