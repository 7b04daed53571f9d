// Every lifecycle event, live: what a UI shows while the run thinks.
import assert from "node:assert/strict";
import { streamPositioned } from "@pelorus/core";
import { documentTools } from "@pelorus/core/documents";
import { offlineModel } from "@pelorus/providers/offline";

const folder = new URL("demo-documents", import.meta.url).pathname;
const run = streamPositioned("Which piece of equipment is overdue for its check?", {
  model: offlineModel(),
  tools: documentTools(folder),
});

let text = "";
for await (const event of run.events) {
  if (event.kind === "lifecycle_transitioned") console.log(`[${event.seq}] ${event.data.state} ${event.data.detail}`);
  if (event.kind === "text_started") text = "";
  if (event.kind === "text_delta") text += event.data.delta;
}

const result = await run.result;
console.log(result.text);

// The deltas of the complete message are the answer.
assert.equal(text, result.text);
assert.equal(result.events.at(-1).kind, "run_finished");
