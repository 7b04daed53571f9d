// #region quickstart
import { runPositioned } from "@pelorus/core";
import { documentTools } from "@pelorus/core/documents";
import { offlineModel } from "@pelorus/providers/offline";

const folder = new URL("demo-documents", import.meta.url).pathname;
const result = await runPositioned("Who approves a trip abroad?", {
  model: offlineModel(),
  tools: documentTools(folder),
});

console.log(result.text); // each sentence with the document it stands in
console.log(result.status, result.operations, result.headers["CRP-STL-Depth-Final"]);

// #endregion quickstart

import assert from "node:assert/strict";

assert.match(result.text, /Petronella Ashgrove|director/);
assert.match(result.text, /travel-policy\.md/);
assert.equal(result.status, "complete");
