// Tools of your own: a descriptor says what they are for, JSON Schema says what they take, a function does the work.
import assert from "node:assert/strict";
import { defineCapability, runPositioned } from "@pelorus/core";
import { offlineModel } from "@pelorus/providers/offline";

const stock = { anvil: 12, bellows: 3 };

const countStock = defineCapability({
  capabilityId: "count_stock",
  operationTypes: ["RETRIEVE", "COMPARE", "ANALYSE"],
  inputSchema: {
    type: "object",
    properties: { item: { enum: Object.keys(stock), description: "the item to count" } },
    required: ["item"],
    additionalProperties: false,
  },
  outputSchema: { type: "object", properties: { item: { type: "string" }, pieces: { type: "integer" } } },
  costProfile: { safetyClass: "read-only", latencyMs: 5 },
  metadata: { description: "Count how many pieces of an item are in stock", producesTypes: ["stock_level"] },
  execute: ({ item }) => ({ item, pieces: stock[item] }),
});

const result = await runPositioned("How many pieces of the item anvil are in stock?", {
  model: offlineModel(),
  tools: [countStock],
});

for (const event of result.events) {
  if (event.kind === "tool_call_started") console.log("called", event.data.capabilityId, event.data.arguments);
}
console.log(result.text);

assert.match(result.text, /12/);
assert.equal(result.observationCount, 1);
