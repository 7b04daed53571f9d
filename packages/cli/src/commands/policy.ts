import { explainPolicy, type PolicyExplanation } from "@pelorus/core/policies";
import { EXIT } from "../exit-codes.js";
import { type PolicyTerms, readPolicy } from "../policy-files.js";
import { readFacts } from "../read-program.js";
import type { Terminal } from "../terminal.js";
import { UsageError } from "../usage-error.js";

export interface PolicyTestOptions extends PolicyTerms {
  readonly facts: string;
  readonly json?: boolean;
}

/** `policy test`: what a policy decides over given rows, why, and why not. */
export async function policyTestCommand(file: string, options: PolicyTestOptions, terminal: Terminal): Promise<number> {
  if (file === "-" && options.facts === "-") {
    throw new UsageError("input_invalid", "Only one of policy and facts can be standard input.");
  }
  const policy = await readPolicy(file, options, terminal);
  const facts = await readFacts(options.facts, terminal);
  const explained = await explainPolicy(policy, facts);
  if (options.json === true) terminal.out(`${JSON.stringify(toJson(explained))}\n`);
  else for (const line of linesOf(explained)) terminal.out(`${line}\n`);
  return EXIT.complete;
}

function toJson({ point, decisions, calls, notDecided }: PolicyExplanation) {
  return {
    version: "1.0",
    point,
    calls,
    decisions: decisions.map(({ kind, text, ...rest }) => ({ decision: kind, ...rest, text })),
    not_decided: notDecided.map(({ kind, ...rest }) => ({ decision: kind, ...rest })),
  };
}

function linesOf({ point, decisions, calls, notDecided }: PolicyExplanation): string[] {
  const about = (subject: string | undefined) => (subject === undefined ? "" : ` ${subject}`);
  const indented = (text: string) => text.split("\n").map((line) => `  ${line}`);
  return [
    `At ${point}: ${decisions.length} decision${decisions.length === 1 ? "" : "s"}.`,
    ...calls.map(
      ({ call, verdict, reasons }) => `${call}: ${verdict}${reasons.length === 0 ? "" : ` (${reasons.join("; ")})`}`,
    ),
    ...decisions.flatMap(({ kind, subject, reason, value, rule, text }) => [
      `${kind}${about(subject)}: ${reason ?? value ?? "inf"} [${rule}]`,
      ...indented(text),
    ]),
    ...notDecided.flatMap(({ kind, subject, text }) => [`no ${kind}${about(subject)}:`, ...indented(text)]),
  ];
}
