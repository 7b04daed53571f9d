// The client against a server with documents, a tool that asks first and the offline model. Checks itself.
import assert from "node:assert/strict";
import { HttpAgent } from "@ag-ui/client";
import { defineCapability, STL_OPERATIONS } from "@pelorus/core";
import { documentTools } from "@pelorus/core/documents";
import { offlineModel } from "@pelorus/providers/offline";
import { agUi } from "@pelorus/server/ag-ui";
import { serve } from "@pelorus/server/node";
import { printEvents, turn } from "./client.mjs";

const deleted = [];
const deleteFile = defineCapability({
  capabilityId: "delete_file",
  operationTypes: [...STL_OPERATIONS],
  description: "Delete a file of the archive",
  inputSchema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
  safetyClass: "destructive",
  execute: ({ path }) => {
    deleted.push(path);
    return { deleted: path };
  },
});

const documents = new URL("../demo-documents", import.meta.url).pathname;
const server = await serve({
  run: { model: offlineModel(), tools: [...documentTools(documents), deleteFile] },
  endpoints: [agUi()],
});
try {
  const agent = new HttpAgent({ url: `${server.url}/ag-ui`, threadId: "demo" });
  agent.subscribe(printEvents((text) => process.stdout.write(text)));

  console.log("You: Who approves a trip abroad?");
  const answer = await turn(agent, "Who approves a trip abroad?");
  assert.match(answer.text, /Petronella Ashgrove/);
  assert.equal(agent.state.status, "complete");
  assert.equal(agent.state.steps[0].state, "done");

  console.log("\nYou: Delete the file meetings/draft.md");
  const asked = [];
  await turn(agent, "Delete the file meetings/draft.md", (interrupt) => {
    console.log(`? ${interrupt.message} — yes`);
    asked.push(interrupt.reason);
    assert.deepEqual(deleted, []);
    return { approved: true };
  });
  assert.deepEqual(asked, ["approval"]);
  assert.deepEqual(deleted, ["meetings/draft.md"]);
} finally {
  await server.close();
}
