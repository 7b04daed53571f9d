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
    meaning: "A module named by --tools exports no list of tools.",
    remedy: "Export a list named `tools`, made with `defineCapability`.",
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
} as const satisfies Readonly<Record<string, { class: string; meaning: string; remedy: string }>>;

export type CliErrorCode = keyof typeof CLI_ERRORS;
