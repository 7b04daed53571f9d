// A destructive tool waits for a person. The run pauses, is answered by id, and goes on; nothing ran in between.
import assert from "node:assert/strict";
import { defineCapability, streamPositioned } from "@pelorus/core";

const deleted = [];
const deleteFile = defineCapability({
  capabilityId: "delete_file",
  operationTypes: ["GENERATE", "TRANSFORM", "REVISE", "RETRIEVE", "PLAN", "ANALYSE"],
  inputSchema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
  costProfile: { safetyClass: "destructive" },
  metadata: { description: "Delete a file", irreversible: true },
  execute: ({ path }) => {
    deleted.push(path);
    return { deleted: path };
  },
});

// Any model will do; this one calls the tool once and then says what happened.
const model = (prompt, schema) => {
  if (schema === null) return "The file notes.txt was deleted.";
  return prompt.includes("=== OBSERVATIONS ===")
    ? JSON.stringify({ capability_id: null, answer: "The file notes.txt was deleted." })
    : JSON.stringify({ capability_id: "delete_file", arguments: { path: "notes.txt" } });
};

const run = streamPositioned("Delete the file notes.txt", { model, tools: [deleteFile] });
const paused = await run.result;
assert.equal(paused.status, "waiting");
assert.deepEqual(deleted, []);

const [request] = paused.pending;
console.log("asks for", request.data.call.capabilityId, request.data.call.arguments, "because", request.data.reason);
await run.answer(request.data.id, true, "Kim");

const result = await run.result;
console.log(result.status, "—", result.text);
assert.deepEqual(deleted, ["notes.txt"]);
assert.equal(result.status, "complete");
