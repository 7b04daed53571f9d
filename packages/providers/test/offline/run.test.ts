import { fileURLToPath } from "node:url";
import { runPositioned } from "@pelorus/core";
import { documentTools } from "@pelorus/core/documents";
import { offlineModel } from "@pelorus/providers/offline";
import { expect, it } from "vitest";

const folder = fileURLToPath(new URL("../../../../examples/demo-documents", import.meta.url));

it("answers a question over documents with a verbatim statement and its source", async () => {
  const result = await runPositioned("What is the total cost of Quillon Desk over three years?", {
    model: offlineModel(),
    tools: documentTools(folder),
  });
  expect(result.status).toBe("complete");
  expect(result.text).toContain("22,400 euros");
  expect(result.text).toContain("[ticketing/proposal-quillon.md:");
});
