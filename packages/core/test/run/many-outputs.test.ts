import { defineCapability, parseSections, type RunOptions, runPositioned } from "@pelorus/core";
import { expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { fixedPlan } from "./fixed-plan.js";
import { callOf, scriptedModel } from "./scripted-model.js";

const COUNT = 60;
const NAMES = ["Arch", "Bluff", "Crest", "Dell", "Edge", "Field", "Gate", "Heath", "Isle", "Knoll"].flatMap((second) =>
  ["Amber", "Birch", "Cedar", "Dune", "Ember", "Fern"].map((first) => `${first} ${second}`),
);
const finding = (at: number) =>
  `The tower ${NAMES[at]} is ${200 + at} metres high and relays for the tower ${NAMES[(at * 7 + 3) % COUNT]}.`;

/** Sixty steps find something out, the last one depends on all of them; `answer` is given the number of the step. */
async function lastFrameOf(question: string, answer: (at: number) => string, options: Partial<RunOptions>) {
  const prompts: string[] = [];
  const result = await runPositioned(question, {
    model: scriptedModel((request) => {
      prompts.push(request.prompt);
      const part = Number(/part (\d+) of/.exec(request.prompt)?.[1]);
      return part <= COUNT ? answer(part - 1) : "Two of the towers were compared, and one is higher.";
    }),
    classifier: fixedPlan([
      ...Array.from({ length: COUNT }, () => ["RETRIEVE", []] as const),
      ["GENERATE", Array.from({ length: COUNT }, (_, index) => index + 1)],
    ]),
    maxOperations: COUNT + 1,
    onFailedChecks: "record",
    ...options,
  });
  const sections = new Map(parseSections(prompts.at(-1) ?? "").map(({ name, text }) => [name, text]));
  return { result, prompts, shown: `${sections.get("derived") ?? ""}\n${sections.get("facts") ?? ""}` };
}

it.each([8192, 100_000])(
  `${verifies("POS-FRM-03", "POS-FRM-04")}of very many outputs the last frame shows those the question is about, at a window of %i`,
  async (contextWindow) => {
    const question = `Which is higher, ${NAMES[5]} or ${NAMES[41]}, and who relays for the tower that ${NAMES[12]} relays for?`;
    const { prompts, shown } = await lastFrameOf(question, finding, { contextWindow });
    for (const at of [5, 41, 12, (12 * 7 + 3) % COUNT]) expect(shown).toContain(finding(at));
    expect(shown.split("metres high").length - 1).toBeLessThan(12);
    expect(Math.max(...prompts.map((prompt) => prompt.length))).toBeLessThan(8000);
  },
);

it(`${verifies("POS-FRM-04")}a step that failed among very many is told to the last one`, async () => {
  const measure = defineCapability({
    capabilityId: "measure",
    description: "Retrieve how high a tower is.",
    operationTypes: ["RETRIEVE"],
    inputSchema: { type: "object" },
    safetyClass: "read-only",
    execute: () => {
      throw new Error("the tower is closed");
    },
  });
  const question = `How high is the tower ${NAMES[5]}?`;
  let asked = 0;
  const answer = (at: number) => (at !== 30 ? finding(at) : asked++ < 2 ? callOf("measure") : "");
  const { result, shown } = await lastFrameOf(question, answer, { tools: [measure], contextWindow: 8192 });
  expect(result.steps[30]?.outcome).toBe("failed");
  expect(shown).toContain(finding(5));
  expect(shown).toContain("This step failed");
  expect(shown).toContain("the tower is closed");
});
