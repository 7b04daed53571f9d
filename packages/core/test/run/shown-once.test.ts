import { parseSections, runPositioned } from "@pelorus/core";
import { expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { fixedPlan } from "./fixed-plan.js";
import { scriptedModel } from "./scripted-model.js";

const FOUND = "The quartz lamp stands in the northern hall.";
const GIVEN = "The northern hall has one door.";

it(`${verifies("POS-FRM-03")}what a step depends on stands in its frame once, beside the facts chosen for it`, async () => {
  const prompts: string[] = [];
  const result = await runPositioned("Find the quartz lamp and say how to get to it.", {
    model: scriptedModel((request) => {
      prompts.push(request.prompt);
      return prompts.length === 1 ? FOUND : "Through the door of the northern hall to the quartz lamp.";
    }),
    classifier: fixedPlan([
      ["RETRIEVE", []],
      ["GENERATE", [1]],
    ]),
    contextFacts: [GIVEN],
    onFailedChecks: "record",
  });
  expect(result.steps.map(({ outcome }) => outcome)).not.toContain("failed");
  const prompt = prompts.at(-1) ?? "";
  expect(prompt.split(FOUND).length - 1).toBe(1);
  const sections = new Map(parseSections(prompt).map(({ name, text }) => [name, text]));
  expect(sections.get("derived")).toContain(FOUND);
  expect(sections.get("facts")).toContain(GIVEN);
  // The output is a fact of the state, and would be chosen were it not shown already.
  expect(result.cso.establishedFacts.some(({ statement }) => statement.includes(FOUND))).toBe(true);
});
