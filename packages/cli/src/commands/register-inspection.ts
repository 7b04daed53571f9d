import { type Command, InvalidArgumentError, Option } from "commander";
import { collect } from "../option-values.js";
import { addKeyOptions, type KeyFlags } from "../record-key.js";
import type { Terminal } from "../terminal.js";
import { classifyCommand } from "./classify.js";
import { type DoctorOptions, doctorCommand } from "./doctor.js";
import {
  sttpCheckCommand,
  sttpConvertCommand,
  sttpFormatCommand,
  sttpSchemaCommand,
  sttpSplitCommand,
  sttpVerifyCommand,
} from "./sttp.js";
import { type ToolsSelectOptions, toolsSelectCommand } from "./tools.js";

/** Adds the commands that look at requests, catalogues and records without running anything. */
export function registerInspection(program: Command, terminal: Terminal, end: (code: number) => void): void {
  program
    .command("classify")
    .description("tell the operations of a request, without running it")
    .argument("[request]", "the request; not with --jsonl")
    .option("--jsonl", 'answer lines {"id", "request"} from standard input')
    .action(async (request: string | undefined, options: { jsonl?: boolean }) => {
      end(await classifyCommand(request, options, terminal));
    });

  program
    .command("tools")
    .description("look at tools")
    .command("select")
    .description("tell which tools of a catalogue serve a query, best first")
    .argument("[query]", "the query; not with --jsonl")
    .requiredOption("--catalogue <file>", "JSON list of tools, or an object with a list named tools")
    .option("--k <n>", "most tools", wholeNumber, 7)
    .option("--operation <operation>", "only tools that serve this operation")
    .option("--explain", "tell what was rejected, and why")
    .option("--jsonl", 'answer lines {"id", "query"} from standard input')
    .action(async (query: string | undefined, options: ToolsSelectOptions) => {
      end(await toolsSelectCommand(query, options, terminal));
    });

  program
    .command("doctor")
    .description("find models this machine can reach, or tell what one really does and what to mend")
    .option("--model <model>", "the model to ask, with two small calls; without it, look around only")
    .option("--fill-window", "also send one prompt that fills the window, to see whether all of it is read")
    .option("--server <url>", "look at this address instead of the usual local ones; may be repeated", collect)
    .option("--timeout <seconds>", "give up after this time", wholeNumber, 120)
    .option("--json", "print one JSON object")
    .action(async (options: DoctorOptions) => {
      end(await doctorCommand(options, terminal));
    });

  registerSttp(program, terminal, end);
}

function registerSttp(program: Command, terminal: Terminal, end: (code: number) => void): void {
  const sttp = program.command("sttp").description("check, format, convert and verify STTP nodes");
  sttp
    .command("check")
    .description("judge nodes and tell what is wrong with them")
    .argument("[files...]", "files, or - for standard input")
    .addOption(
      new Option("--profile <profile>", "what counts as passing").choices(["strict", "tolerant"]).default("strict"),
    )
    .option("--json", "one JSON line per file")
    .option("--jsonl", 'answer lines {"id", "text"} from standard input')
    .action(async (files: string[], options: { profile: "strict" | "tolerant"; json?: boolean; jsonl?: boolean }) => {
      end(await sttpCheckCommand(files, options, terminal));
    });
  sttp
    .command("format")
    .description("print the canonical form of a node")
    .argument("<file>", "a file, or - for standard input")
    .option("--escape-glyphs", "write structural glyphs inside strings as escapes")
    .action(async (file: string, options: { escapeGlyphs?: boolean }) => {
      end(await sttpFormatCommand(file, options, terminal));
    });
  sttp
    .command("convert")
    .description("turn a node into JSON, or JSON into a node")
    .argument("<file>", "a file, or - for standard input")
    .addOption(new Option("--to <form>", "the form to print").choices(["json", "sttp"]).makeOptionMandatory())
    .action(async (file: string, options: { to: "json" | "sttp" }) => {
      end(await sttpConvertCommand(file, options, terminal));
    });
  sttp
    .command("split")
    .description("print the nodes of a document as JSON lines")
    .argument("<file>", "a file, or - for standard input")
    .action(async (file: string) => {
      end(await sttpSplitCommand(file, terminal));
    });
  sttp
    .command("schema")
    .description("print what a model needs to know to write a node")
    .action(() => {
      end(sttpSchemaCommand(terminal));
    });
  addKeyOptions(
    sttp
      .command("verify")
      .description("check that a run's record is the one that was written")
      .argument("<record>", "folder of the run's record"),
    "it was sealed with",
  )
    .addOption(
      new Option("--key <key>", "the key itself; it shows in the process list, which the other two do not").conflicts([
        "keyFile",
        "keyEnv",
      ]),
    )
    .action(async (record: string, options: KeyFlags & { key?: string }) => {
      end(await sttpVerifyCommand(record, options, terminal));
    });
}

function wholeNumber(value: string): number {
  if (!/^[1-9][0-9]{0,4}$/.test(value)) throw new InvalidArgumentError("expected a whole number from 1.");
  return Number(value);
}
