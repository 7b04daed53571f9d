// Tools of an MCP server, and Pelorus as an MCP server. The record of a run replays when the server has gone.
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { memoryJournal, replayRun, runPositioned } from "@pelorus/core";
import { documentTools } from "@pelorus/core/documents";
import { connectMcp, createMcpServer } from "@pelorus/mcp";
import { offlineModel } from "@pelorus/providers/offline";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

// The program is started as given, without a shell, and ended by close().
const ferries = await connectMcp({ command: process.execPath, args: [here("mcp-server/timetable.mjs")] });
for (const { descriptor } of ferries.tools()) console.log(descriptor.capabilityId, descriptor.costProfile.safetyClass);

const journal = memoryJournal();
const result = await runPositioned("How many bicycles does the ferry to Bressay take?", {
  model: offlineModel(),
  tools: ferries.tools(),
  journal,
  runId: "ferries",
});
await ferries.close();
console.log(result.text);

assert.match(result.text, /24 bicycles/);
assert.equal(result.observationCount, 1);

const replayed = await replayRun({ journal, runId: "ferries" });
assert.deepEqual(replayed.events, result.events);

// The other way round: any MCP client can have requests run. Here it is the client above, over HTTP on this machine.
const server = createMcpServer({ model: offlineModel(), tools: documentTools(here("demo-documents")) });
const { url } = await server.listen();
const client = await connectMcp({ url });
const run = client.tools().find(({ descriptor }) => descriptor.capabilityId === "run_positioned");
const answer = await run.execute(
  { request: "Who approves a trip abroad?" },
  { signal: AbortSignal.timeout(60_000), callId: "call_1", reportProgress: ({ message }) => console.log(" ", message) },
);
await client.close();
await server.close();
console.log(answer.status, "—", answer.text);
assert.match(answer.text, /Petronella Ashgrove/);
