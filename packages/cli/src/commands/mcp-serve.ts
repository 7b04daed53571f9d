import { resolve } from "node:path";
import { recordFolder } from "@pelorus/core";
import { createMcpServer } from "@pelorus/mcp";
import { EXIT } from "../exit-codes.js";
import { connectServers, toolIds, withTools } from "../mcp-servers.js";
import { type McpFlags, mcpSetup } from "../mcp-setup.js";
import { type PolicyFlags, policyOption } from "../policy-files.js";
import { type KeyFlags, keySource } from "../record-key.js";
import { type RunSetup, setUpRun, warnOfEmptyFolder } from "../run-setup.js";
import type { Terminal } from "../terminal.js";
import { UsageError } from "../usage-error.js";

export interface McpServeOptions extends McpFlags, KeyFlags, PolicyFlags, Omit<RunSetup, "mcpServers" | "key"> {
  /** Listens on this port of 127.0.0.1 instead of serving standard input and output. */
  readonly http?: number;
  /** Name of the variable with the token clients have to send. */
  readonly tokenEnv?: string;
  /** Folder that gets the record of each run. */
  readonly record: string;
}

/** `pelorus mcp serve`: offers runs to MCP clients until the input ends or the process is told to end. */
export async function mcpServeCommand(options: McpServeOptions, terminal: Terminal): Promise<number> {
  const token = options.tokenEnv === undefined ? undefined : terminal.env[options.tokenEnv];
  if (options.tokenEnv !== undefined && (token === undefined || token === "")) {
    throw new UsageError("variable_missing", `--token-env ${options.tokenEnv}: the environment has no such variable.`);
  }
  const key = keySource(options, terminal);
  const setup = key === undefined ? options : { ...options, key };
  const base = { ...(await setUpRun(setup, terminal)), ...(await policyOption(options, terminal)) };
  await warnOfEmptyFolder(options, (text) => terminal.err(`warning: ${text}\n`));
  const stop = new AbortController();
  const onSignal = (): void => stop.abort();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, onSignal);
  const servers = await connectServers(mcpSetup(options), toolIds(base), terminal);
  const server = createMcpServer({ ...withTools(base, servers), store: recordFolder(resolve(options.record)) });
  try {
    if (options.http === undefined) await server.serveStdio({ signal: stop.signal });
    else {
      const { url } = await server.listen({ port: options.http, ...(token === undefined ? {} : { token }) });
      terminal.err(`MCP server at ${url}\n`);
      await new Promise<void>((resolve) => {
        if (stop.signal.aborted) resolve();
        else stop.signal.addEventListener("abort", () => resolve(), { once: true });
      });
    }
    return EXIT.complete;
  } finally {
    await server.close();
    await servers.close();
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, onSignal);
  }
}
