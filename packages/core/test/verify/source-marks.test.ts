import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { verifyOutput } from "../../src/verify/verify-output.js";

const fact = {
  factId: "f1",
  statement: "The lock of the north gate was oiled in March.",
  provenance: "TOOL",
  provenanceRef: "logs/gate.md:40-57",
} as const;

const outcomes = (output: string) => {
  const { checks } = verifyOutput({
    operation: "RETRIEVE",
    assignment: "When was the lock of the north gate oiled?",
    request: "When was the lock of the north gate oiled?",
    output,
    form: { kind: "prose" },
    deliverable: true,
    facts: [fact],
    observations: [],
    derived: [],
    language: "en",
  });
  return Object.fromEntries(checks.map(({ id, outcome }) => [id, outcome]));
};

describe("marks of sources", () => {
  it(`${verifies("POS-VER-01")}state neither names nor figures where they name a source that was shown`, () => {
    const output = "The lock of the north gate was oiled in March. [logs/gate.md:40-57]";
    expect(outcomes(output)).toMatchObject({ grounding: "pass", sourced: "pass" });
  });

  it(`${verifies("POS-VER-01")}are read as text where no such source was shown`, () => {
    const output = "The lock of the north gate was oiled in March [page 977].";
    expect(outcomes(output)).toMatchObject({ grounding: "fail" });
  });
});
