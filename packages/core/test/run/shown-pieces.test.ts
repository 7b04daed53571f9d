import { defineCapability, runPositioned, STL_OPERATIONS } from "@pelorus/core";
import { expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { answerOf, callOf, scriptedModel } from "./scripted-model.js";

/** Records whose bodies are too long for a summary. */
const reports = Array.from({ length: 6 }, (_, index) => ({
  path: `reports/${index}.txt`,
  text: `Report ${index} on the bridge. ${"The water level was as usual. ".repeat(12)}The bridge of Vell ${index} is ${100 + index} metres long.`,
}));

const search = defineCapability({
  capabilityId: "search_reports",
  kind: "query",
  description: "Searches the reports on bridges.",
  operationTypes: [...STL_OPERATIONS],
  inputSchema: { type: "object", properties: {} },
  outputSchema: { type: "array" },
  safetyClass: "read-only",
  execute: () => reports,
});

const runWith = (answer: string) =>
  runPositioned("How long is the bridge of Vell 4?", {
    model: scriptedModel((_request, call) => (call === 1 ? callOf("search_reports") : answerOf(answer))),
    tools: [search],
    onFailedChecks: "record",
  });

it(`${verifies("POS-VER-01")}an output is held against the pieces of tool results its frame showed`, async () => {
  const result = await runWith("The bridge of Vell 4 is 104 metres long. [reports/4.txt]");
  const grounding = result.steps[0]?.verdict?.checks.find((check) => check.id === "grounding");
  expect(grounding?.outcome).toBe("pass");
  expect(result.status).toBe("complete");
});

it(`${verifies("POS-VER-01")}a figure that no piece has is still found out`, async () => {
  const result = await runWith("The bridge of Vell 4 is 977 metres long. [reports/4.txt]");
  const grounding = result.steps[0]?.verdict?.checks.find((check) => check.id === "grounding");
  expect(grounding?.outcome).toBe("fail");
});

it(`${verifies("POS-FRM-03")}a piece that two calls return alike stands in a frame once`, async () => {
  const prompts: string[] = [];
  await runPositioned("How long is the bridge of Vell 4?", {
    model: scriptedModel((request, call) => {
      prompts.push(request.prompt);
      return call <= 2 ? callOf("search_reports", { page: call }) : answerOf("It is 104 metres long.");
    }),
    tools: [
      defineCapability({
        ...search.descriptor,
        inputSchema: { type: "object", properties: { page: { type: "integer" } } },
        safetyClass: "read-only",
        execute: () => reports,
      }),
    ],
    depth: "D3",
    onFailedChecks: "record",
  });
  const last = prompts.at(-1) ?? "";
  expect(prompts.length).toBeGreaterThan(2);
  expect(last.split("| reports/4.txt]").length - 1).toBe(1);
});
