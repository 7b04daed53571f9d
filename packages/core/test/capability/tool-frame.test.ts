import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { CapabilitySlot } from "../../src/capability/capability-slot.js";
import { descriptorFrom } from "../../src/capability/descriptor-from.js";
import { ToolCapabilityFabric } from "../../src/capability/fabric.js";
import { FabricSelection } from "../../src/capability/fabric-selection.js";
import { parseToolCall } from "../../src/capability/parse-tool-call.js";
import { buildToolPositioningFrame, ToolPositioningFrame } from "../../src/capability/tool-frame.js";
import { validateArguments } from "../../src/capability/validate-arguments.js";

const operationFrame = { operationType: "RETRIEVE", depth: "D4", toPrompt: () => "FRAME" } as const;
const tree = {
  $defs: {
    node: { type: "object", properties: { left: { $ref: "#/$defs/node" }, v: { type: "number" } }, required: ["v"] },
  },
  type: "object",
  properties: { root: { $ref: "#/$defs/node" } },
  required: ["root"],
};
const tools = [
  {
    name: "forecast",
    description: "Gives the weather forecast of a city. It is precise.",
    parameters: {
      type: "object",
      properties: {
        city: { type: "string" },
        days: { type: "integer" },
        unit: { enum: ["C", "F"] },
        at: { anyOf: [{ type: "string" }, { type: "number" }] },
      },
      required: ["city"],
    },
  },
  { name: "weather.tree", description: "Weather of a city as a tree.", parameters: tree },
  {
    name: "weather_any",
    description: "Weather of any city.",
    parameters: { type: "object", properties: { free: { type: "object" } }, required: ["free"] },
  },
];
function selectionOf(query = "weather forecast of the city"): FabricSelection {
  const fabric = new ToolCapabilityFabric();
  for (const tool of tools) fabric.register(descriptorFrom(tool));
  return fabric.select("RETRIEVE", query);
}
const frame = buildToolPositioningFrame(operationFrame, selectionOf(), { widen: true });

describe("the frame", () => {
  it(`${verifies("POS-FAB-07")}is the document of the section, and can be read back`, () => {
    const json = JSON.parse(JSON.stringify(frame)) as Record<string, unknown>;
    expect(Object.keys(json).sort()).toEqual([
      "allowed_depth",
      "capabilities",
      "max_calls",
      "operation_frame",
      "operation_type",
      "selection_reason",
      "structured_output_mode",
    ]);
    const [slot] = json.capabilities as Record<string, unknown>[];
    expect(slot).toMatchObject({
      capability_id: "forecast",
      assignment: "Gives the weather forecast of a city.",
      example_call: { capability_id: "forecast", arguments: { city: "<city>" } },
    });
    expect(Object.keys(slot ?? {}).sort()).toEqual([
      "assignment",
      "capability_id",
      "example_call",
      "input_schema",
      "output_contract",
    ]);
    expect(json).toMatchObject({
      operation_frame: "FRAME",
      max_calls: 5,
      allowed_depth: "D4",
      structured_output_mode: "json-schema",
    });
    expect(ToolPositioningFrame.fromJson(json)).toEqual(frame);
    expect(CapabilitySlot.fromJson(slot)).toEqual(frame.capabilities[0]);
    expect(() => ToolPositioningFrame.fromJson({ ...json, max_calls: "many" })).toThrow();
  });

  it(`${verifies("POS-FAB-07")}presents what the profile bears, and keeps calls to what depth and caller allow`, () => {
    expect(frame.capabilityIds).toHaveLength(3);
    const one = buildToolPositioningFrame(operationFrame, selectionOf(), { narrowTo: 1, maxCalls: 2 });
    expect(one.capabilityIds).toEqual(["forecast"]);
    expect(one.maxCalls).toBe(2);
    const small = buildToolPositioningFrame(operationFrame, selectionOf(), { profile: "small-local" });
    expect(small.capabilityIds.length).toBeLessThanOrEqual(2);
    expect(small.maxCalls).toBe(1);
  });

  it("the prompt holds the operation, every offer with schema and example, and both forms of the reply", () => {
    const prompt = frame.toPrompt();
    expect(prompt.startsWith("FRAME\n\n")).toBe(true);
    for (const slot of frame.capabilities) {
      expect(prompt).toContain(JSON.stringify(slot.inputSchema));
      expect(prompt).toContain(JSON.stringify(slot.exampleCall));
    }
    expect(prompt).toContain('{"capability_id": null, "answer":');
  });

  it("every example is a valid call of its own frame", () => {
    for (const slot of frame.capabilities) {
      expect(parseToolCall(JSON.stringify(slot.exampleCall), frame)).toMatchObject({
        capabilityId: slot.capabilityId,
        isToolCall: true,
      });
    }
  });

  it("a selection read from JSON needs its descriptors from elsewhere", () => {
    const selection = FabricSelection.fromJson(JSON.parse(JSON.stringify(selectionOf())));
    expect(() => buildToolPositioningFrame(operationFrame, selection)).toThrow(/describe/);
    const describe = (id: string) => descriptorFrom(tools.find((tool) => tool.name === id));
    expect(buildToolPositioningFrame(operationFrame, selection, { describe }).capabilityIds).toContain("forecast");
  });
});

describe("the output schema", () => {
  const schema = frame.outputSchema() as { anyOf: Record<string, unknown>[]; $defs: Record<string, unknown> };
  const accepts = (value: unknown) => validateArguments(schema, value) === null;

  it(`${verifies("POS-PRS-08")}has one branch per offered capability and the answer branch`, () => {
    expect(schema.anyOf).toHaveLength(frame.capabilities.length + 1);
    const call = { city: "Bonn", days: null, unit: null, at: null };
    expect(accepts({ capability_id: "forecast", arguments: call })).toBe(true);
    expect(accepts({ capability_id: null, answer: "42" })).toBe(true);
    expect(accepts({ capability_id: "weather.tree", arguments: call })).toBe(false);
    expect(accepts({ capability_id: "ghost", arguments: {} })).toBe(false);
    expect(accepts({ capability_id: null, answer: "42", more: 1 })).toBe(false);
  });

  it(`${verifies("POS-PRS-08")}is strict: every object closed, every member required, absent ones null`, () => {
    const pending: unknown[] = [schema];
    let objects = 0;
    for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
      if (typeof one !== "object" || one === null) continue;
      const { type, properties, required, additionalProperties } = one as Record<string, unknown>;
      if (type === "object") {
        objects++;
        expect(additionalProperties).toBe(false);
        expect(required).toEqual(Object.keys(properties as object));
      }
      pending.push(...Object.values(one));
    }
    expect(objects).toBeGreaterThan(4);
    expect(accepts({ capability_id: "forecast", arguments: { city: "Bonn" } })).toBe(false);
    expect(accepts({ capability_id: "forecast", arguments: { city: null, days: null, unit: null, at: null } })).toBe(
      false,
    );
  });

  it(`${verifies("POS-PRS-08")}what it accepts, the parser takes as a call`, () => {
    const replies = [
      { capability_id: "forecast", arguments: { city: "Bonn", days: null, unit: null, at: null } },
      { capability_id: "forecast", arguments: { city: "Bonn", days: 2, unit: "C", at: 5 } },
      { capability_id: "weather.tree", arguments: { root: { left: { left: null, v: 1 }, v: 2 } } },
      // A free object cannot be stated strictly: it is asked for as JSON text.
      { capability_id: "weather_any", arguments: '{"free":{"x":[1]}}' },
    ];
    for (const reply of replies) {
      expect(accepts(reply), JSON.stringify(reply)).toBe(true);
      const parsed = parseToolCall(JSON.stringify(reply), frame);
      expect(parsed.problem).toBeUndefined();
      expect(parsed.isToolCall).toBe(true);
    }
    expect(parseToolCall(JSON.stringify(replies[3]), frame).arguments).toEqual({ free: { x: [1] } });
  });

  it(`${verifies("POS-PRS-08")}definitions of several capabilities do not meet`, () => {
    const twins = new ToolPositioningFrame({
      ...frame,
      operationFrame: frame.operationFrame,
      capabilities: ["a", "b"].map((capabilityId, index) => ({
        capabilityId,
        assignment: "",
        inputSchema: {
          ...tree,
          $defs: {
            node: { type: "object", properties: { v: { type: index === 0 ? "number" : "string" } }, required: ["v"] },
          },
        },
        exampleCall: {},
        outputContract: "",
      })),
    });
    const both = twins.outputSchema();
    expect(validateArguments(both, { capability_id: "a", arguments: { root: { v: 1 } } })).toBeNull();
    expect(validateArguments(both, { capability_id: "b", arguments: { root: { v: "1" } } })).toBeNull();
    expect(validateArguments(both, { capability_id: "b", arguments: { root: { v: 1 } } })).not.toBeNull();
  });
});
