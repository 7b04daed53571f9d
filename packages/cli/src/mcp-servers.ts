import type { CapabilityDefinition } from "@pelorus/core";
import { connectMcp, type McpConnection, type McpEvent, uniteTools } from "@pelorus/mcp";
import { type RunLog, SILENT_LOG } from "./log/run-log.js";
import { type McpSetup, mcpTargets } from "./mcp-setup.js";
import type { Terminal } from "./terminal.js";

/** Servers that are connected, and have to be closed. */
export interface ConnectedServers {
  readonly connections: readonly McpConnection[];
  /** Their tools, with ids of their own. */
  readonly tools: readonly CapabilityDefinition[];
  close(): Promise<void>;
}

const NONE: ConnectedServers = { connections: [], tools: [], close: () => Promise.resolve() };

/**
 * Connects to the servers of a setup, all at once; `taken` are ids their tools may not have. When one of them fails, the
 * others are closed and its error is thrown.
 */
export async function connectServers(
  setup: McpSetup | undefined,
  taken: Iterable<string>,
  terminal: Terminal,
  log: RunLog = SILENT_LOG,
): Promise<ConnectedServers> {
  if (setup === undefined) return NONE;
  const attempts = await Promise.allSettled(
    mcpTargets(setup, terminal).map((target) => connectMcp(target, { onEvent: (event) => tell(event, terminal, log) })),
  );
  const connections = attempts.flatMap((attempt) => (attempt.status === "fulfilled" ? [attempt.value] : []));
  const close = async (): Promise<void> => {
    await Promise.all(connections.map((connection) => connection.close()));
  };
  const failed = attempts.find((attempt) => attempt.status === "rejected");
  if (failed !== undefined) {
    await close();
    throw failed.reason;
  }
  return { connections, tools: uniteTools(connections, { taken }), close };
}

/** The options of a run with the tools of its servers. */
export function withTools<T extends { readonly tools?: readonly CapabilityDefinition[] }>(
  options: T,
  servers: ConnectedServers,
): T {
  return servers.tools.length === 0 ? options : { ...options, tools: [...(options.tools ?? []), ...servers.tools] };
}

export function toolIds(options: { readonly tools?: readonly CapabilityDefinition[] }): string[] {
  return (options.tools ?? []).map(({ descriptor }) => descriptor.capabilityId);
}

function tell(event: McpEvent, terminal: Terminal, log: RunLog): void {
  // Where there is a log, standard error holds JSON lines only.
  if (log.enabled) return;
  switch (event.kind) {
    case "unavailable":
      terminal.err(`MCP server ${event.server} is gone: ${event.reason}\n`);
      break;
    case "restarting":
      terminal.err(`MCP server ${event.server} is started again in ${event.delayMs} ms\n`);
      break;
    case "given_up":
      terminal.err(`MCP server ${event.server} is given up: ${event.reason}\n`);
      break;
    default:
  }
}
