import { fileURLToPath } from "node:url";
import { runPositioned } from "@pelorus/core";
import { documentTools } from "@pelorus/core/documents";
import { offlineModel } from "@pelorus/providers/offline";
import { expect, it } from "vitest";

const demo = fileURLToPath(new URL("../../../../examples/demo-documents", import.meta.url));
const ask = async (request: string) =>
  (await runPositioned(request, { model: offlineModel(), tools: documentTools(demo) })).text;

it("answers each of several questions of one request", async () => {
  const text = await ask("Who approves a trip abroad? Which piece of equipment is overdue for its check?");
  expect(text).toContain("abroad");
  expect(text).toContain("EQ-007");
  expect(text).not.toContain("do not answer");
});

it("names the questions that nothing answers beside those that are answered", async () => {
  const text = await ask("Who approves a trip abroad? What colour is the director's bicycle?");
  expect(text).toContain("abroad");
  expect(text).toContain("The given sources do not answer: What colour is the director's bicycle?");
});

it("says once that it cannot answer where nothing answers any of them", async () => {
  const text = await ask("What colour is the director's bicycle? Who painted the moon?");
  expect(text.trim()).toBe("The given sources do not say this.");
});
