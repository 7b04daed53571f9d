// A small MCP server over standard input and output, made with the official SDK; examples/mcp.mjs and docs/mcp.md start it.
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const timetable = [
  "The last ferry to Bressay leaves Lerwick at 23:10.",
  "The ferry to Aberdeen leaves Lerwick at 19:00 and takes twelve and a half hours.",
  "The ferry to Bressay takes 24 bicycles, free of charge.",
];
const words = (text) => new Set(text.toLowerCase().match(/\p{L}{4,}/gu) ?? []);

const server = new Server({ name: "timetable", version: "1.0.0" }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: [
    {
      name: "search_timetable",
      description: "Searches the timetable of the ferries and returns the lines that match",
      inputSchema: {
        type: "object",
        properties: { query: { type: "string", description: "what to look for" } },
        required: ["query"],
      },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    {
      name: "cancel_ferry",
      description: "Cancels a ferry",
      inputSchema: { type: "object", properties: { ferry: { type: "string" } }, required: ["ferry"] },
      annotations: { destructiveHint: true },
    },
  ],
}));
server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
  if (params.name !== "search_timetable") {
    return { isError: true, content: [{ type: "text", text: "Ferries are cancelled by the harbour office only." }] };
  }
  const asked = words(String(params.arguments?.query));
  const lines = timetable.filter((line) => [...words(line)].some((word) => asked.has(word)));
  return { content: [{ type: "text", text: lines.join("\n\n") }] };
});
await server.connect(new StdioServerTransport());
