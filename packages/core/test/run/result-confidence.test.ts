import { defineCapability, runPositioned, STL_OPERATIONS } from "@pelorus/core";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { fixedPlan } from "./fixed-plan.js";
import { answerOf, callOf, scriptedModel } from "./scripted-model.js";

const SCHEMA = { type: "object", properties: { height: { type: "number" } }, required: ["height"] };

/** Confidence of the fact that a call establishes, and the notes of the run. */
async function established(result: unknown, outputSchema?: Record<string, unknown>) {
  const tool = defineCapability({
    capabilityId: "measure",
    operationTypes: [...STL_OPERATIONS],
    inputSchema: { type: "object", properties: {} },
    ...(outputSchema === undefined ? {} : { outputSchema }),
    safetyClass: "read-only",
    description: "measure the tower",
    execute: () => result,
  });
  const { events, nodes } = await runPositioned("Measure the tower.", {
    model: scriptedModel((request, call) =>
      request.schema === null
        ? "The tower is 40 m high."
        : call === 1
          ? callOf("measure")
          : answerOf("It is 40 m high."),
    ),
    tools: [tool],
    classifier: fixedPlan([["RETRIEVE", []]]),
  });
  const facts = events.flatMap((event) => (event.kind === "fact_established" ? [event.data] : []));
  const notes = events.flatMap((event) => (event.kind === "lifecycle_transitioned" ? [event.data.detail] : []));
  return {
    confidence: facts.find((fact) => fact.provenance === "TOOL")?.confidence,
    notes,
    node: nodes[0]?.text ?? "",
  };
}

describe("how far a tool's result is believed", () => {
  it(`${verifies("POS-VER-05", "POS-REC-03")}0.9 where it passed its output schema`, async () => {
    const { confidence, notes, node } = await established({ height: 40 }, SCHEMA);
    expect(confidence).toBe(0.9);
    expect(notes.join()).not.toContain("output schema");
    expect(node).toMatch(/c_1\(\.9\): \{ capability\(1\): "measure"/);
  });

  it(`${verifies("POS-VER-05", "POS-REC-03")}0.8 where there is no schema, or it breaks the one there is, which is noted`, async () => {
    const unchecked = await established({ height: 40 });
    expect(unchecked.confidence).toBe(0.8);
    expect(unchecked.node).toMatch(/c_1\(\.8\): \{ capability\(1\): "measure"/);
    const broken = await established({ height: "forty" }, SCHEMA);
    expect(broken.confidence).toBe(0.8);
    expect(broken.notes.join()).toContain("The result breaks its output schema: /height");
  });
});
