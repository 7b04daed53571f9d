import { createRequire } from "node:module";
import { CAPABILITY_PROFILES, type CapabilityProfile, DEPTH_LEVELS } from "@pelorus/core";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { answerCommand } from "./commands/answer.js";
import { registerInspection } from "./commands/register-inspection.js";
import { addMcpOptions, registerMcp } from "./commands/register-mcp.js";
import { registerServe } from "./commands/register-serve.js";
import { registerStrata } from "./commands/register-strata.js";
import { resumeCommand } from "./commands/resume.js";
import { type RunCommandOptions, runCommand } from "./commands/run.js";
import { EXIT } from "./exit-codes.js";
import { LOG_LEVELS } from "./log/log-levels.js";
import { openRunLog } from "./log/open-run-log.js";
import { type RunLog, SILENT_LOG } from "./log/run-log.js";
import { type McpFlags, mcpSetup } from "./mcp-setup.js";
import { collect, list } from "./option-values.js";
import { addPolicyOptions } from "./policy-files.js";
import { readRequest } from "./read-request.js";
import { addKeyOptions, type KeyFlags, keySource } from "./record-key.js";
import type { Terminal } from "./terminal.js";
import { UsageError } from "./usage-error.js";

const { version } = createRequire(import.meta.url)("../package.json") as { readonly version: string };

/** Runs one command line and resolves with its exit code. Nothing of it throws. */
export async function runProgram(args: readonly string[], terminal: Terminal): Promise<number> {
  let code: number = EXIT.complete;
  const session: Session = { log: SILENT_LOG };
  const program = buildProgram(terminal, session, (exitCode) => {
    code = exitCode;
  });
  try {
    await program.parseAsync([...args], { from: "user" });
    return code;
  } catch (error) {
    return tellError(error, terminal, session.log);
  }
}

/** What is there once a command has begun. */
interface Session {
  log: RunLog;
}

function buildProgram(terminal: Terminal, session: Session, end: (code: number) => void): Command {
  const program = new Command("pelorus")
    .description("Run requests as positioned operations, and look at what happened.")
    .version(version, "-V, --version", "tell the version")
    .exitOverride()
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .configureHelp({ showGlobalOptions: true })
    .option(
      "--log-level <level>",
      `diagnostics as JSON lines on standard error, in place of progress: ${LOG_LEVELS.join(", ")} (default: PELORUS_LOG, else silent)`,
    )
    .hook("preAction", async (_, command) => {
      session.log = await openRunLog(command.optsWithGlobals<{ logLevel?: string }>().logLevel, terminal);
    });

  const run = addMcpOptions(program.command("run"))
    .description("run a request")
    .argument("<request>", "what is to be done, in plain words; - reads it from standard input")
    .option("--docs <folder>", "documents the run may list, search and read")
    .option(
      "--model <model>",
      "offline, openai:<model>, anthropic:<model>, http://localhost:11434/v1#<model>, several of these separated by commas, each to take over from the one before; or module:<file>",
      "offline",
    )
    .option("--tools <module>", "module that exports a list named tools; may be repeated", collect)
    .option("--oversight <classes>", "safety classes whose calls need approval, comma-separated", list)
    .addOption(new Option("--profile <profile>", "how much the model can take in").choices([...CAPABILITY_PROFILES]))
    .addOption(
      new Option("--depth <level>", "start at this depth instead of negotiating it").choices([...DEPTH_LEVELS]),
    )
    .option("--context-window <tokens>", "the model's context window", wholeNumber)
    .option("--max-cost <amount>", "most the run may spend, in the currency of the model's prices", amount)
    .option("--max-operations <n>", "most operations of the plan", wholeNumber)
    .option("--timeout <seconds>", "end the run after this time", wholeNumber)
    .option("--json", "print events as JSON lines on standard output")
    .option("--record <folder>", "where the record of the run is kept", ".pelorus/runs");
  addPolicyOptions(addKeyOptions(run, "the record is sealed with")).action(
    async (
      request: string,
      options: Omit<RunCommandOptions, "tools" | "key"> &
        McpFlags &
        KeyFlags & { tools?: string[]; profile?: CapabilityProfile },
    ) => {
      // Before anything is read or begun.
      const text = await readRequest(request, terminal);
      const { tools, mcp, mcpEnv, mcpBearer, keyFile, keyEnv, ...rest } = options;
      const mcpServers = mcpSetup({ mcp, mcpEnv, mcpBearer });
      const key = keySource({ keyFile, keyEnv }, terminal);
      const setup = {
        ...rest,
        ...(tools === undefined ? {} : { tools }),
        ...(mcpServers === undefined ? {} : { mcpServers }),
        ...(key === undefined ? {} : { key }),
      };
      end(await runCommand(text, setup, terminal, session.log));
    },
  );

  addKeyOptions(
    addMcpOptions(program.command("resume")),
    "the record is sealed with",
    "without either, it comes from where it came from before",
  )
    .description("go on with a killed, waiting or failed run")
    .argument("<record>", "folder of the run's record")
    .option("--model <model>", "go on with this model, from now on, in place of the one the run was started with")
    .option("--json", "print events as JSON lines on standard output")
    .action(async (record: string, options: McpFlags & KeyFlags & { json?: boolean; model?: string }) => {
      end(await resumeCommand(record, options, terminal, session.log));
    });

  program
    .command("answer")
    .description("answer an approval or a question of a waiting run")
    .argument("<record>", "folder of the run's record")
    .argument("<id>", "id of the request, as the run told it")
    .argument("<value>", "yes or no, abort, or the answer as text or JSON")
    .option("--reviewer <name>", "who answers")
    .action(async (record: string, id: string, value: string, options: { reviewer?: string }) => {
      end(await answerCommand(record, id, value, options, terminal));
    });

  registerServe(program, terminal, () => session.log, end);
  registerInspection(program, terminal, end);
  registerStrata(program, terminal, end);
  registerMcp(program, terminal, end);
  pointToOwnHelp(program);
  return program;
}

/** A wrong command line is answered with the help of the command it was meant for. */
function pointToOwnHelp(command: Command, path = command.name()): void {
  command.showHelpAfterError(`(see ${path} --help)`);
  for (const inner of command.commands) pointToOwnHelp(inner, `${path} ${inner.name()}`);
}

/** Codes that say that the command line was wrong, not that the program failed. */
const USAGE_CODES: ReadonlySet<string> = new Set([
  "bind_refused",
  "token_weak",
  "invalid_options",
  "run_not_found",
  "run_exists",
  "unknown_request",
  "answer_not_understood",
  "document_folder_missing",
  "model_unknown",
  "mcp_target_invalid",
  "key_missing",
  "package_missing",
]);

function tellError(error: unknown, terminal: Terminal, log: RunLog): number {
  if (error instanceof CommanderError) {
    // Help and version are no errors; commander has printed what there is to say.
    return error.exitCode === 0 ? EXIT.complete : EXIT.usage;
  }
  const tell = (text: string) => (log.enabled ? log.failure(error) : terminal.err(text));
  if (error instanceof UsageError) {
    tell(`error: ${error.message}\n`);
    return EXIT.usage;
  }
  const code = (error as { code?: unknown } | null)?.code;
  const message = error instanceof Error ? error.message : String(error);
  tell(`error${typeof code === "string" ? ` ${code}` : ""}: ${message}\n`);
  return typeof code === "string" && USAGE_CODES.has(code) ? EXIT.usage : EXIT.failure;
}

function wholeNumber(value: string): number {
  if (!/^[1-9][0-9]{0,8}$/.test(value)) throw new InvalidArgumentError("expected a whole number from 1.");
  return Number(value);
}

function amount(value: string): number {
  if (!/^(?:0|[1-9][0-9]{0,8})(?:\.[0-9]{1,9})?$/.test(value)) {
    throw new InvalidArgumentError("expected an amount such as 0.25.");
  }
  return Number(value);
}
