import { runPositioned } from "@pelorus/core";
import { documentTools } from "@pelorus/core/documents";
import { offlineModel } from "@pelorus/providers/offline";
import { expect, it } from "vitest";

it("has a window that no prompt of a run comes near, so that no tokens need to be counted", () => {
  expect(offlineModel().contextWindowSize?.({ signal: new AbortController().signal })).toBe(65_536);
  expect(() => offlineModel({ contextWindow: 100 })).toThrow(RangeError);
});

it("gives the same answer to the same request", async () => {
  const folder = new URL("../../../../examples/demo-documents", import.meta.url).pathname;
  const once = async () =>
    (await runPositioned("Who approves a trip abroad?", { model: offlineModel(), tools: documentTools(folder) })).text;
  expect(await once()).toBe(await once());
});
