import { CAPABILITY_PROFILES } from "@pelorus/core";
import { type Command, Option } from "commander";
import { collect, list, port } from "../option-values.js";
import { addPolicyOptions } from "../policy-files.js";
import { addKeyOptions } from "../record-key.js";
import type { Terminal } from "../terminal.js";
import { type McpServeOptions, mcpServeCommand } from "./mcp-serve.js";
import { type McpToolsOptions, mcpToolsCommand } from "./mcp-tools.js";

/** Adds the options that name MCP servers to a command. */
export function addMcpOptions(command: Command): Command {
  return command
    .option("--mcp <server>", "MCP server: a URL, or a command with its arguments; may be repeated", collect)
    .option("--mcp-env <names>", "variables of this environment that --mcp commands get, comma-separated", list)
    .option("--mcp-bearer <name>", "variable whose value --mcp URLs get as a bearer token");
}

/** Adds the commands about the Model Context Protocol. */
export function registerMcp(program: Command, terminal: Terminal, end: (code: number) => void): void {
  const mcp = program.command("mcp").description("use MCP servers, and be one");
  addMcpOptions(
    mcp
      .command("tools")
      .description("tell which tools would be offered for each step of a request, and why; nothing is called")
      .argument("<request>", "what is to be done, in plain words")
      .option("--docs <folder>", "documents the run may list, search and read")
      .option("--tools <module>", "module that exports a list named tools; may be repeated", collect)
      .option("--oversight <classes>", "safety classes whose calls need approval, comma-separated", list)
      .addOption(new Option("--profile <profile>", "how much the model can take in").choices([...CAPABILITY_PROFILES]))
      .option("--json", "print one JSON object"),
  ).action(async (request: string, options: McpToolsOptions) => {
    end(await mcpToolsCommand(request, options, terminal));
  });
  const serve = addMcpOptions(
    mcp
      .command("serve")
      .description("offer runs to MCP clients, over standard input and output or HTTP")
      .option("--http <port>", "listen on this port of 127.0.0.1; 0 takes any free one", port)
      .option("--token-env <name>", "variable with the token that HTTP clients have to send")
      .option("--model <model>", "model to use", "offline")
      .option("--docs <folder>", "documents the runs may list, search and read")
      .option("--tools <module>", "module that exports a list named tools; may be repeated", collect)
      .option("--oversight <classes>", "safety classes whose calls need approval, comma-separated", list)
      .option("--record <folder>", "where the records of the runs are kept", ".pelorus/runs"),
  );
  addPolicyOptions(addKeyOptions(serve, "the records are sealed with")).action(async (options: McpServeOptions) => {
    end(await mcpServeCommand(options, terminal));
  });
}
