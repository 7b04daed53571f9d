import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { ElicitRequestSchema, type ElicitResult } from "@modelcontextprotocol/sdk/types.js";
import type { PelorusMcpServer } from "@pelorus/mcp";

export type Asked = { readonly message: string; readonly requestedSchema?: unknown };
type Elicit = (asked: Asked) => ElicitResult | Promise<ElicitResult>;

function newClient(elicit?: Elicit): Client {
  const client = new Client(
    { name: "test-client", version: "1" },
    { capabilities: elicit === undefined ? {} : { elicitation: {} } },
  );
  if (elicit !== undefined) client.setRequestHandler(ElicitRequestSchema, ({ params }) => elicit(params as Asked));
  return client;
}

/** The SDK's own client, connected to the server in memory. */
export async function clientOf(server: PelorusMcpServer, elicit?: Elicit): Promise<Client> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  await server.connect(far);
  const client = newClient(elicit);
  await client.connect(near);
  return client;
}

/** The same over HTTP. */
export async function httpClientOf(
  url: string,
  headers: Record<string, string> = {},
  elicit?: Elicit,
): Promise<Client> {
  const client = newClient(elicit);
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  return client;
}

export interface ToolAnswer {
  readonly text: string;
  readonly isError: boolean;
  readonly view: Record<string, unknown> & { readonly run_id: string; readonly status: string };
}

/** Calls a tool and reads its answer; the client checks the structured content against the tool's own schema. */
export async function call(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
  options: Parameters<Client["callTool"]>[2] = {},
): Promise<ToolAnswer> {
  const result = await client.callTool({ name, arguments: args }, undefined, options);
  const [block] = result.content as { text: string }[];
  return {
    text: block?.text ?? "",
    isError: result.isError === true,
    view: (result.structuredContent ?? {}) as ToolAnswer["view"],
  };
}

export async function read(client: Client, uri: string): Promise<string> {
  const { contents } = await client.readResource({ uri });
  return (contents[0] as { text: string }).text;
}
