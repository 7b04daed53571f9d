import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { STL_OPERATIONS } from "../../src/contract/operation.js";
import { verifyOutput } from "../../src/verify/verify-output.js";
import { type LabelledCase, labelledOutputs, verificationInput } from "./labelled/mutations.mjs";

const THRESHOLD = 0.75;
const LIMIT = 0.1;

const readHalf = (half: string) =>
  JSON.parse(readFileSync(new URL(`./labelled/${half}-half.json`, import.meta.url), "utf8")) as LabelledCase[];

describe("labelled set", () => {
  it(`${verifies("POS-VER-05")}has at least 120 outputs over the ten operations and 12 kinds of mutation, in each half`, () => {
    for (const half of ["first", "second"]) {
      const cases = readHalf(half);
      const outputs = cases.flatMap(labelledOutputs);
      expect(outputs.length).toBeGreaterThanOrEqual(120);
      expect(new Set(outputs.flatMap(({ mutation }) => mutation ?? [])).size).toBeGreaterThanOrEqual(12);
      expect(new Set(cases.map(({ operation }) => operation))).toEqual(new Set(STL_OPERATIONS));
    }
  });

  for (const half of ["first", "second"]) {
    it(`${verifies("POS-VER-03", "POS-VER-05")}${half} half: false pass and false fail at most 0.10 at 0.75`, () => {
      const misses = { good: [] as string[], broken: [] as string[] };
      const counts = { good: 0, broken: 0 };
      for (const item of readHalf(half)) {
        for (const output of labelledOutputs(item)) {
          const label = output.good ? "good" : "broken";
          counts[label] += 1;
          const passes = verifyOutput(verificationInput(item, output)).score >= THRESHOLD;
          if (passes !== output.good) misses[label].push(output.id);
        }
      }
      expect(misses.good.length / counts.good, misses.good.join(" ")).toBeLessThanOrEqual(LIMIT);
      expect(misses.broken.length / counts.broken, misses.broken.join(" ")).toBeLessThanOrEqual(LIMIT);
    });
  }
});
