import { basename } from "node:path";
import { PolicyError, type RunOptions } from "@pelorus/core";
import { checkPolicies, type StrataPolicy, strataPolicy } from "@pelorus/core/policies";
import { type Command, Option } from "commander";
import { collect } from "./option-values.js";
import { readInput } from "./read-input.js";
import type { Terminal } from "./terminal.js";
import { UsageError } from "./usage-error.js";

/** How the host takes policy files up. */
export interface PolicyTerms {
  /** Whether `allow` rows count. */
  readonly trusted?: boolean;
  /** What holds for a call no policy decides on. */
  readonly default: "allow" | "deny";
}

/** Flags of the command line. */
export interface PolicyFlags {
  readonly policy?: readonly string[];
  readonly policyTrusted?: boolean;
  readonly policyDefault?: "allow" | "deny";
}

/** Adds the options that name policies to a command. */
export function addPolicyOptions(command: Command): Command {
  return command
    .option("--policy <file>", "Strata policy that is asked about frames and calls; may be repeated", collect)
    .option("--policy-trusted", "count the allow rows of --policy")
    .addOption(
      new Option("--policy-default <verdict>", "what holds for a call no --policy decides on (default: allow)").choices(
        ["allow", "deny"],
      ),
    );
}

/**
 * The policies of the flags as an option of a run: read and checked, so that a fault is told before anything begins. The
 * journal of a run holds them; a resume reads no file. Throws `UsageError`.
 */
export async function policyOption(flags: PolicyFlags, terminal: Terminal): Promise<Pick<RunOptions, "policy">> {
  const { policy: files = [], policyTrusted = false, policyDefault } = flags;
  if (files.length === 0) {
    if (!policyTrusted && policyDefault === undefined) return {};
    throw new UsageError(
      "input_missing",
      "--policy-trusted and --policy-default go with --policy; name a policy file.",
    );
  }
  const programs: StrataPolicy[] = [];
  for (const file of files) {
    programs.push(await readPolicy(file, { trusted: policyTrusted, default: policyDefault ?? "allow" }, terminal));
  }
  try {
    await checkPolicies(programs);
  } catch (error) {
    if (error instanceof PolicyError) throw new UsageError("input_invalid", `--policy: ${error.message}`);
    throw error;
  }
  return { policy: { programs } };
}

/** The policy of a file, JSON or surface text. It is not checked yet. Throws `UsageError` for one that cannot be read. */
export async function readPolicy(file: string, terms: PolicyTerms, terminal: Terminal): Promise<StrataPolicy> {
  return strataPolicy(await readInput(file, terminal), {
    id: policyId(file),
    trusted: terms.trusted ?? false,
    defaultVerdict: terms.default,
  });
}

/** The id decisions are told by: the file's name as far as an id may hold it. */
function policyId(file: string): string {
  const name = basename(file).replace(/\.[A-Za-z0-9]+$/, "");
  return (
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9-]/g, "-")
      .slice(0, 64) || "policy"
  );
}
