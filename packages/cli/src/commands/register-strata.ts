import type { DocumentName } from "@pelorus/strata";
import { Argument, type Command, Option } from "commander";
import type { Terminal } from "../terminal.js";
import { type PolicyTestOptions, policyTestCommand } from "./policy.js";
import {
  strataCheckCommand,
  strataConvertCommand,
  strataExplainCommand,
  strataRunCommand,
  strataSchemaCommand,
} from "./strata.js";

const FACTS = "facts document or surface text with the host's facts";

/** Adds the commands on Strata programs and on policies. */
export function registerStrata(program: Command, terminal: Terminal, end: (code: number) => void): void {
  const strata = program.command("strata").description("check, run, explain and convert Strata programs");
  strata
    .command("check")
    .description("tell what is wrong with a program, or with a policy (--policy)")
    .argument("<file>", "JSON or surface text, or - for standard input")
    .option("--policy", "check it as a policy, with the policy vocabulary")
    .option("--json", "print the diagnostics as one JSON document")
    .action(async (file: string, options: { json?: boolean; policy?: boolean }) => {
      end(await strataCheckCommand(file, options, terminal));
    });
  strata
    .command("run")
    .description("print what a program derives")
    .argument("[file]", "JSON or surface text, or - for standard input; not with --jsonl")
    .option("--facts <file>", FACTS)
    .option("--json", "print the result document")
    .option("--jsonl", 'answer lines {"id", "program"} from standard input')
    .action(async (file: string | undefined, options: { json?: boolean; jsonl?: boolean; facts?: string }) => {
      end(await strataRunCommand(file, options, terminal));
    });
  strata
    .command("explain")
    .description("tell why rows hold, or why there is none")
    .argument("<file>", "JSON or surface text, or - for standard input")
    .argument("<atom>", "an atom, such as 'path(a, X)'")
    .option("--facts <file>", FACTS)
    .option("--json", "print one explanation document per row")
    .action(async (file: string, atom: string, options: { json?: boolean; facts?: string }) => {
      end(await strataExplainCommand(file, atom, options, terminal));
    });
  strata
    .command("convert")
    .description("turn JSON into surface text, or surface text into JSON")
    .argument("<file>", "JSON or surface text, or - for standard input")
    .addOption(new Option("--to <form>", "the form to print; the other one by default").choices(["json", "text"]))
    .option("--json", "short for --to json")
    .action(async (file: string, options: { to?: "json" | "text"; json?: boolean }) => {
      end(await strataConvertCommand(file, options.json === true ? { to: "json" } : options, terminal));
    });
  strata
    .command("schema")
    .description("print the JSON Schema of a document, or the authoring guide")
    .addArgument(
      new Argument("[document]", "which document")
        .choices(["program", "facts", "result", "explanation", "diagnostics"])
        .default("program"),
    )
    .option("--guide", "print what a model has to know to write a program")
    .action((document: DocumentName, options: { guide?: boolean }) => {
      end(strataSchemaCommand(document, options, terminal));
    });

  program
    .command("policy")
    .description("look at policies")
    .command("test")
    .description("tell what a policy would decide over given rows, and why")
    .argument("<file>", "the policy, JSON or surface text, or - for standard input")
    .requiredOption(
      "--facts <file>",
      "what the runtime would supply, as facts: inspection(arguments) and the rows of that point",
    )
    .option("--trusted", "count its allow rows")
    .addOption(
      new Option("--default <verdict>", "what holds without a decision").choices(["allow", "deny"]).default("allow"),
    )
    .option("--json", "print one JSON document")
    .action(async (file: string, options: PolicyTestOptions) => {
      end(await policyTestCommand(file, options, terminal));
    });
}
