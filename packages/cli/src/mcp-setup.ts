import type { McpTarget } from "@pelorus/mcp";
import { splitCommand } from "./split-command.js";
import type { Terminal } from "./terminal.js";
import { UsageError } from "./usage-error.js";

/** The MCP servers of a run, as the command line names them; kept with its record. Secrets stay in the environment. */
export interface McpSetup {
  /** Commands and URLs. */
  readonly servers: readonly string[];
  /** Where commands are started; default the current folder. */
  readonly folder?: string;
  /** Names of variables whose values the commands get. */
  readonly environment?: readonly string[];
  /** Name of the variable whose value the URLs get as a bearer token. */
  readonly bearer?: string;
}

/** Flags of the command line. */
export interface McpFlags {
  readonly mcp?: readonly string[] | undefined;
  readonly mcpEnv?: readonly string[] | undefined;
  readonly mcpBearer?: string | undefined;
}

/** The setup the flags ask for; undefined where they name no server. */
export function mcpSetup(flags: McpFlags): McpSetup | undefined {
  const { mcp = [], mcpEnv, mcpBearer } = flags;
  if (mcp.length === 0) return undefined;
  return {
    servers: mcp,
    folder: process.cwd(),
    ...(mcpEnv === undefined ? {} : { environment: mcpEnv }),
    ...(mcpBearer === undefined ? {} : { bearer: mcpBearer }),
  };
}

/** What to connect to. Throws `UsageError` for a variable that is not set, and for a command that cannot be read. */
export function mcpTargets(setup: McpSetup, terminal: Terminal): McpTarget[] {
  const env = Object.fromEntries(
    (setup.environment ?? []).map((name) => [name, readVariable(name, "--mcp-env", terminal)]),
  );
  const token = setup.bearer === undefined ? null : readVariable(setup.bearer, "--mcp-bearer", terminal);
  return setup.servers.map((server) => {
    if (/^https?:\/\//i.test(server)) {
      return { url: server, ...(token === null ? {} : { headers: { authorization: `Bearer ${token}` } }) };
    }
    const [command, ...args] = splitCommand(server);
    return { command, args, env, ...(setup.folder === undefined ? {} : { cwd: setup.folder }) };
  });
}

function readVariable(name: string, option: string, terminal: Terminal): string {
  const value = terminal.env[name];
  if (value === undefined || value === "") {
    throw new UsageError("variable_missing", `${option} ${name}: the environment has no such variable.`);
  }
  return value;
}
