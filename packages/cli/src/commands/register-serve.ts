import type { Command } from "commander";
import type { RunLog } from "../log/run-log.js";
import { type McpFlags, mcpSetup } from "../mcp-setup.js";
import { collect, list, port } from "../option-values.js";
import { addPolicyOptions } from "../policy-files.js";
import { addKeyOptions, type KeyFlags, keySource } from "../record-key.js";
import type { Terminal } from "../terminal.js";
import { addMcpOptions } from "./register-mcp.js";
import type { ServeCommandOptions } from "./serve.js";

type ServeFlags = Omit<ServeCommandOptions, "mcpServers" | "key"> & McpFlags & KeyFlags;

/** Adds the command that serves runs over HTTP. */
export function registerServe(
  program: Command,
  terminal: Terminal,
  log: () => RunLog,
  end: (code: number) => void,
): void {
  const command = addMcpOptions(
    program
      .command("serve")
      .description("serve runs over HTTP, with a live page; ends with 0 when told to stop (Ctrl-C, SIGTERM)")
      .option("--port <port>", "port to listen on; 0 takes any free one", port, 7357)
      .option("--host <address>", "address to listen on; other than this machine's own needs a token", "127.0.0.1")
      .option("--token-file <file>", "file of tokens, one per line; without it PELORUS_SERVER_TOKEN is looked at")
      .option("--origin <origin>", "origin whose pages may use the server; may be repeated", collect)
      .option("--docs <folder>", "documents the runs may list, search and read")
      .option("--model <model>", "model to use; the forms are those of run", "offline")
      .option("--tools <module>", "module that exports a list named tools; may be repeated", collect)
      .option("--oversight <classes>", "safety classes whose calls need approval, comma-separated", list)
      .option("--record <folder>", "where the records of the runs are kept", ".pelorus/runs"),
  );
  addPolicyOptions(addKeyOptions(command, "the records are sealed with")).action(async (flags: ServeFlags) => {
    const { mcp, mcpEnv, mcpBearer, keyFile, keyEnv, ...options } = flags;
    const mcpServers = mcpSetup({ mcp, mcpEnv, mcpBearer });
    const key = keySource({ keyFile, keyEnv }, terminal);
    // Other commands do not pay for loading a server.
    const { serveCommand } = await import("./serve.js");
    const setup = {
      ...options,
      ...(mcpServers === undefined ? {} : { mcpServers }),
      ...(key === undefined ? {} : { key }),
    };
    end(await serveCommand(setup, terminal, log()));
  });
}
