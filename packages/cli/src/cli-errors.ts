/** The error table of the command line: every code it reports, what it means and what to do. */
export const CLI_ERRORS = {
  oversight_unknown: {
    class: "UsageError",
    meaning: "A word after --oversight is no safety class.",
    remedy: "Use the classes the message lists.",
  },
  module_unreadable: {
    class: "UsageError",
    meaning: "A module named by --tools or --model could not be loaded.",
    remedy: "Correct the path or the fault the message tells.",
  },
  model_missing: {
    class: "UsageError",
    meaning: "A module named by --model exports no function that makes a model.",
    remedy: "Export a function named `createModel` that returns a LanguageModel.",
  },
  tools_missing: {
    class: "UsageError",
    meaning: "A module named by --tools exports no list of tools, or one with something else in it.",
    remedy: "Export a list named `tools`, made with `defineCapability`.",
  },
  command_invalid: {
    class: "UsageError",
    meaning: "A command after --mcp cannot be read.",
    remedy: "Close every quote, and begin with the program.",
  },
  variable_missing: {
    class: "UsageError",
    meaning: "An option names a variable that the environment does not have.",
    remedy: "Set the variable, or name another one.",
  },
  server_missing: {
    class: "UsageError",
    meaning: "A command about MCP tools names no server.",
    remedy: "Name one with --mcp.",
  },
  record_missing: {
    class: "UsageError",
    meaning: "The path is no record of a run, or holds several.",
    remedy: "Name the folder of one run.",
  },
  setup_missing: {
    class: "UsageError",
    meaning: "The record was not made by the command line, so it does not say how to set the run up.",
    remedy: "Resume it with `resumePositioned` and the options it was started with.",
  },
  setup_damaged: {
    class: "UsageError",
    meaning: "The setup.json of a record cannot be read.",
    remedy: "Put the file right, or resume the run with `resumePositioned` and the options it was started with.",
  },
  record_unwritable: {
    class: "UsageError",
    meaning: "The folder for the records of runs cannot be written.",
    remedy: "Name another one with --record, or free space and permissions.",
  },
  port_taken: {
    class: "UsageError",
    meaning: "The port that `pelorus serve` is to listen on is in use.",
    remedy: "Name another one with --port (0 takes any free one), or stop what listens there.",
  },
  stray_fault: {
    class: "ProgramError",
    meaning: "Something threw, rejected or ended the process outside of everything the command waits for.",
    remedy: "Mend the module the message names, given with --model or --tools; then go on with `pelorus resume`.",
  },
  output_unwritable: {
    class: "ProgramError",
    meaning: "Standard output cannot be written, so that the answer did not arrive whole.",
    remedy: "Make room or name another file; the record of the run has the answer: `pelorus resume` tells it again.",
  },
  log_level_unknown: {
    class: "UsageError",
    meaning: "The word after --log-level, or in PELORUS_LOG, is no level of the log.",
    remedy: "Use one the message lists.",
  },
  line_not_json: {
    class: "BatchLineError",
    meaning: "A line of a batch is no JSON.",
    remedy: "Write one JSON object per line.",
  },
  line_not_object: {
    class: "BatchLineError",
    meaning: "A line of a batch is JSON, but no object.",
    remedy: "Write one JSON object per line.",
  },
  line_member_missing: {
    class: "BatchLineError",
    meaning: "A line of a batch lacks a member the command reads.",
    remedy: "Give the member the message names.",
  },
  request_empty: {
    class: "BatchLineError",
    meaning: "The request holds no words.",
    remedy: "Give a request.",
  },
  request_missing: {
    class: "UsageError",
    meaning: "No request was given, or one without words, or a request and --jsonl.",
    remedy: "Give the request as an argument, as lines with --jsonl, or on standard input with -.",
  },
  query_missing: {
    class: "UsageError",
    meaning: "Neither a query nor --jsonl was given.",
    remedy: "Give one of them.",
  },
  server_invalid: {
    class: "UsageError",
    meaning: "`--server` of `pelorus doctor` is no http or https address.",
    remedy: "Write it as in http://localhost:11434/v1.",
  },
  operation_unknown: {
    class: "UsageError",
    meaning: "A word after --operation is no operation.",
    remedy: "Use one the message lists.",
  },
  catalogue_invalid: {
    class: "UsageError",
    meaning: "A catalogue of tools could not be read.",
    remedy: "Correct what the message names.",
  },
  input_unreadable: {
    class: "UsageError",
    meaning: "An input file could not be read.",
    remedy: "Correct the path or its permissions.",
  },
  input_missing: {
    class: "UsageError",
    meaning: "No input was named.",
    remedy: "Name a file, or - for standard input.",
  },
  input_invalid: {
    class: "UsageError",
    meaning: "An input has not the form the command reads.",
    remedy: "Correct what the message names.",
  },
  node_missing: {
    class: "UsageError",
    meaning: "The input holds no STTP node.",
    remedy: "See sttp check --profile tolerant for what was found.",
  },
  atom_invalid: {
    class: "UsageError",
    meaning: "The row asked about is no atom of the program.",
    remedy: "Name a declared predicate with its arguments, such as path(a, X).",
  },
  facts_invalid: {
    class: "UsageError",
    meaning: "A file of facts holds something else.",
    remedy: "Correct what the message names.",
  },
} as const satisfies Readonly<Record<string, { class: string; meaning: string; remedy: string }>>;

export type CliErrorCode = keyof typeof CLI_ERRORS;
