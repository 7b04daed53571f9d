import { clientSettings, type McpConnectOptions } from "./client-options.js";
import { McpConnection } from "./mcp-connection.js";
import { checkTarget, type McpTarget } from "./mcp-target.js";
import { Secrets } from "./secrets.js";

/**
 * Connects to an MCP server: starts its program (no shell, minimal environment), or reaches it over Streamable HTTP and
 * else over the older HTTP with server-sent events. The protocol version is negotiated, current or older. Give
 * `connection.tools()` to runs, and `close()` the connection: it ends the program.
 *
 * Rejects with McpError `mcp_target_invalid`, `mcp_option_invalid` or `mcp_connect_failed`, or with the signal's reason;
 * then nothing is left behind. Messages hold no value of `env`, `headers` or the URL's query.
 */
export async function connectMcp(target: McpTarget, options: McpConnectOptions = {}): Promise<McpConnection> {
  checkTarget(target);
  const connection = new McpConnection(target, clientSettings(options), new Secrets(target));
  await connection.open();
  return connection;
}
