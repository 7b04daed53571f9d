import { describe, expect, it } from "vitest";
import { verifies } from "../../../../../test/support/verifies.js";
import { classifyRequest } from "../../../src/position/classify-request.js";
import { draftSteps } from "../../../src/position/draft-steps.js";
import { readRequest } from "../../../src/position/read-request.js";
import { refineSteps } from "../../../src/position/refine-steps.js";
import { type RequestFeatures, requestFeatures } from "../../../src/position/statistical/request-features.js";
import { shippedModel } from "../../../src/position/statistical/shipped-model.js";
import { operationBits, operationsOf, statisticalModel } from "../../../src/position/statistical/statistical-model.js";
import { CLASSIFIER_WEIGHTS } from "../../../src/position/statistical/weights.generated.js";

const featuresOf = (request: string): RequestFeatures => {
  const read = readRequest(request, {});
  return requestFeatures(read, draftSteps(read.tokens, read.reading));
};

interface Trainer {
  trainClassifier(rows: unknown[]): typeof CLASSIFIER_WEIGHTS;
}

describe("the statistical part", () => {
  it(`${verifies("POS-CLS-16")}is small, and reads features without repeats`, () => {
    expect(JSON.stringify(CLASSIFIER_WEIGHTS).length).toBeLessThan(300_000);
    const features = featuresOf("Compare the plans, compare the prices, and compare the dates");
    expect(new Set(features.hashes).size).toBe(features.hashes.length);
    expect(features.values).toHaveLength(features.hashes.length);
    expect(features.measures).toHaveLength(CLASSIFIER_WEIGHTS.measures.length);
    expect(featuresOf("Compare the plans")).toEqual(featuresOf("Compare the plans"));
  });

  it(`${verifies("POS-CLS-16")}gives probabilities, likeliest first, and none to barred operations`, () => {
    const features = featuresOf("How do I mend a flat tyre on a bicycle?");
    const reading = shippedModel.readOperations(features);
    const shares = reading.likely.map((set) => set.probability);
    expect(shares).toEqual([...shares].sort((a, b) => b - a));
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(1 + 1e-9);
    const best = reading.likely[0];
    expect(reading.probabilityOf(best?.bits ?? 0)).toBe(best?.probability);
    const barred = shippedModel.readOperations(features, best?.bits ?? 0);
    for (const set of barred.likely) expect(set.bits & (best?.bits ?? 0)).toBe(0);
    expect(shippedModel.readDepth(features).levels.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1);
  });

  it(`${verifies("POS-CLS-16")}is trained the same way every time, and learns what it is shown`, async () => {
    const trainer: Trainer = await import(new URL("../../../../../scripts/train-classifier.mjs", import.meta.url).href);
    const rows = ["bicycle", "kettle", "window", "garden"].flatMap((thing) => [
      { operations: ["PLAN"], depth: "D3", features: featuresOf(`Mend the ${thing}`) },
      { operations: ["RETRIEVE"], depth: "D1", features: featuresOf(`Whose is the ${thing}?`) },
    ]);
    const weights = trainer.trainClassifier(rows);
    expect(trainer.trainClassifier(rows)).toEqual(weights);
    const model = statisticalModel(weights);
    expect(model.readOperations(featuresOf("Mend the gate")).likely[0]?.operations).toEqual(["PLAN"]);
    expect(model.readOperations(featuresOf("Whose is the gate?")).likely[0]?.operations).toEqual(["RETRIEVE"]);
  });

  it(`${verifies("POS-CLS-02")}still points at the cue when it settles the operation of a step`, () => {
    for (const request of ["How do I get a list of all users in my group?", "Find a word that rhymes with orange"]) {
      for (const step of classifyRequest(request).steps) {
        for (const cue of step.evidence) {
          expect(request.slice(...cue.span)).toBe(cue.cue);
          expect(cue.operation).toBe(step.operation);
        }
      }
    }
  });

  it(`${verifies("POS-CLS-08")}never brings back an operation that the request forbids`, () => {
    const request = "I have a poem about the sea here. Never write a new one, what is the best line in it?";
    expect(classifyRequest(request).operations).not.toContain("GENERATE");
  });

  it(`${verifies("POS-CLS-09")}fits added operations into the stated order`, () => {
    const drafts = [
      { operation: "GENERATE", clause: 0, further: [], implied: false, loose: false, acts: [0] },
      { operation: "VERIFY", clause: 1, further: [], implied: false, loose: true, acts: [1] },
    ] as const;
    expect(refineSteps(drafts, ["RETRIEVE", "GENERATE"]).map((step) => step.operation)).toEqual([
      "GENERATE",
      "RETRIEVE",
    ]);
    expect(
      refineSteps(drafts.slice(0, 1), ["RETRIEVE", "GENERATE"]).map((step) => [step.operation, step.implied]),
    ).toEqual([
      ["RETRIEVE", true],
      ["GENERATE", false],
    ]);
    expect(operationsOf(operationBits(["GENERATE", "PLAN"]))).toEqual(["PLAN", "GENERATE"]);
  });
});
