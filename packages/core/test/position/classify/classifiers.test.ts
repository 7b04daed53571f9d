import { describe, expect, it } from "vitest";
import { verifies } from "../../../../../test/support/verifies.js";
import { STL_OPERATIONS } from "../../../src/contract/operation.js";
import { classifyRequest } from "../../../src/position/classify-request.js";
import { lexicalClassifier } from "../../../src/position/lexical-classifier.js";
import { MODEL_PLAN_SCHEMA, modelClassifier } from "../../../src/position/model-classifier.js";
import { operationFromToken } from "../../../src/position/operation-from-token.js";
import { operationToToken } from "../../../src/position/operation-to-token.js";

const GROUND = { facts: [], hasPriorState: false };
const REQUEST = "Compare the two plans";

describe("operation tokens", () => {
  it(`${verifies("POS-SYM-01")}read back what they write, synonyms included`, () => {
    for (const operation of STL_OPERATIONS)
      expect(operationFromToken(` ${operationToToken(operation).toLowerCase()}\n`)).toBe(operation);
    const synonyms = {
      evaluate: "VERIFY",
      Assess: "VERIFY",
      EXTRACT: "RETRIEVE",
      analyze: "ANALYSE",
      SYNTHESIZE: "SYNTHESISE",
      summarise: "SYNTHESISE",
    };
    for (const [token, operation] of Object.entries(synonyms)) expect(operationFromToken(token)).toBe(operation);
    for (const nothing of ["", "  ", "DANCE", "PLANS", 3, null, undefined, {}])
      expect(operationFromToken(nothing)).toBeNull();
  });
});

describe("classifiers", () => {
  it(`${verifies("POS-CLS-15")}share one interface; the lexical one answers at once and calls nobody`, () => {
    const classifier = lexicalClassifier();
    expect(classifier.classify(REQUEST, GROUND)).toEqual(classifyRequest(REQUEST));
    expect(classifier.classify("Fix this", { facts: [], hasPriorState: true }).operations).not.toContain("CLARIFY");
    expect(
      classifier.classify("Fix this", { facts: ["The build fails."], hasPriorState: false }).operations,
    ).not.toContain("CLARIFY");
  });

  it(`${verifies("POS-CLS-15")}the model's plan is taken when it fits the schema`, async () => {
    const asked: unknown[] = [];
    const reply = JSON.stringify({
      steps: [
        { operation: "RETRIEVE", assignment: "find both plans" },
        { operation: "COMPARE", assignment: "compare the two plans", depends_on: [1], deliverable: true },
      ],
    });
    const found = await modelClassifier().classify(REQUEST, GROUND, async (prompt, schema) => {
      asked.push(schema);
      expect(prompt).toContain(JSON.stringify(REQUEST));
      return `Here you are:\n${reply}`;
    });
    expect(asked).toEqual([MODEL_PLAN_SCHEMA]);
    expect(
      found.steps.map(({ id, operation, dependsOn, deliverable }) => [id, operation, dependsOn, deliverable]),
    ).toEqual([
      ["s1", "RETRIEVE", [], false],
      ["s2", "COMPARE", ["s1"], true],
    ]);
    expect(found.operations).toEqual(["RETRIEVE", "COMPARE"]);
    expect(found.divergence).toBeCloseTo(0.5);
  });

  it.each([
    ["no JSON", "I would compare them."],
    ["broken JSON", '{"steps": ['],
    ["no steps", '{"steps": []}'],
    ["an unknown operation", '{"steps": [{"operation": "DANCE", "assignment": "x"}]}'],
    ["an empty assignment", '{"steps": [{"operation": "COMPARE", "assignment": " "}]}'],
    ["a later dependency", '{"steps": [{"operation": "COMPARE", "assignment": "x", "depends_on": [1]}]}'],
    [
      "two deliverables",
      '{"steps": [{"operation": "PLAN", "assignment": "x", "deliverable": true}, {"operation": "PLAN", "assignment": "y", "deliverable": true}]}',
    ],
    ["an array", "[]"],
  ])(`${verifies("POS-CLS-15")}falls back to the lexical result for %s`, async (_, reply) => {
    expect(await modelClassifier().classify(REQUEST, GROUND, async () => reply)).toEqual(classifyRequest(REQUEST));
  });

  it(`${verifies("POS-CLS-15")}falls back when there is no call, and lets the run see a failing one`, async () => {
    expect(await modelClassifier().classify(REQUEST, GROUND)).toEqual(classifyRequest(REQUEST));
    const failing = modelClassifier().classify(REQUEST, GROUND, () => Promise.reject(new Error("down")));
    await expect(failing).rejects.toThrow("down");
  });
});
