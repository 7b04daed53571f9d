import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { McpError } from "../mcp-error.js";
import { VERSION } from "../version.js";
import { callServerTool, failure } from "./call-tool.js";
import type { RunRegistry } from "./run-registry.js";
import { listResources, RESOURCE_TEMPLATES, readResource } from "./run-resources.js";
import type { ServerSettings } from "./server-options.js";
import { RECORD_SCHEMA, RUN_VIEW_SCHEMA, SERVER_TOOLS } from "./tool-table.js";

const INSTRUCTIONS =
  "run_positioned carries out a whole request in plain words and returns its answer with a run id. A run that waits is " +
  "answered with answer_run; status, events and record of a run are the resources pelorus://runs/{run_id}/….";

/** The protocol's side of one client: the SDK wants a server of its own for each transport. */
export async function openServer(registry: RunRegistry, settings: ServerSettings): Promise<Server> {
  const [{ Server }, types, { AjvJsonSchemaValidator }] = await Promise.all([
    import("@modelcontextprotocol/sdk/server/index.js"),
    import("@modelcontextprotocol/sdk/types.js"),
    import("@modelcontextprotocol/sdk/validation/ajv"),
  ]);
  const server = new Server(
    { name: settings.name, version: VERSION },
    { capabilities: { tools: {}, resources: { listChanged: true } }, instructions: INSTRUCTIONS },
  );
  const validators = new AjvJsonSchemaValidator();
  const effects = effectHints(settings);
  server.setRequestHandler(types.ListToolsRequestSchema, () => ({
    tools: SERVER_TOOLS.map(({ name, title, description, inputSchema, annotations, runs }) => ({
      name,
      title,
      description,
      inputSchema,
      outputSchema: name === "get_run_record" ? RECORD_SCHEMA : RUN_VIEW_SCHEMA,
      annotations: { title, ...(runs ? effects : {}), ...annotations },
    })) as never,
  }));
  server.setRequestHandler(types.CallToolRequestSchema, async ({ params }, extra) => {
    const tool = SERVER_TOOLS.find(({ name }) => name === params.name);
    if (tool === undefined) {
      throw new types.McpError(types.ErrorCode.InvalidParams, `There is no tool ${JSON.stringify(params.name)}.`);
    }
    const args = params.arguments ?? {};
    const checked = validators.getValidator(tool.inputSchema as never)(args);
    if (!checked.valid) {
      return failure(new McpError("mcp_arguments_invalid", `Arguments of ${tool.name}: ${checked.errorMessage}.`));
    }
    const { answerTimeoutMs } = settings;
    return callServerTool(tool.name, args, { registry, server, extra, answerTimeoutMs });
  });
  server.setRequestHandler(types.ListResourcesRequestSchema, () => ({ resources: listResources(registry) }));
  server.setRequestHandler(types.ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: RESOURCE_TEMPLATES }));
  server.setRequestHandler(types.ReadResourceRequestSchema, async ({ params }) => {
    const found = await readResource(params.uri, registry).catch((error: unknown) => {
      throw new types.McpError(RESOURCE_NOT_FOUND, error instanceof Error ? error.message : String(error));
    });
    if (found === null)
      throw new types.McpError(RESOURCE_NOT_FOUND, `There is no resource ${JSON.stringify(params.uri)}.`);
    return { contents: [found] };
  });
  const unlisten = registry.onChange(() => {
    server.sendResourceListChanged().catch(() => {});
  });
  server.onclose = unlisten;
  return server;
}

/** The protocol's code for a resource that is not there. */
const RESOURCE_NOT_FOUND = -32002;

/** What running does to the world is what the tools of the server do. */
function effectHints({ run }: ServerSettings): Record<string, boolean> {
  const descriptors = [
    ...(run.tools ?? []).map((tool) => tool.descriptor),
    ...(run.fabric?.descriptors() ?? []),
    ...(run.executor?.definitions() ?? []).map((tool) => tool.descriptor),
  ];
  const classes = new Set(descriptors.map((descriptor) => descriptor.costProfile.safetyClass));
  return {
    readOnlyHint: [...classes].every((one) => one === "read-only"),
    destructiveHint: classes.has("destructive") || classes.has("human-oversight"),
    // A model is called, wherever it is.
    openWorldHint: true,
  };
}
