import { classifyRequest, negotiateDepth, planOperations } from "@pelorus/core";
import { BatchLineError, runBatch, textMember } from "../batch.js";
import { EXIT } from "../exit-codes.js";
import type { Terminal } from "../terminal.js";
import { UsageError } from "../usage-error.js";

/** `pelorus classify`: what a request is made of, without running it (POS-CLS-17). */
export async function classifyCommand(
  request: string | undefined,
  options: { readonly jsonl?: boolean },
  terminal: Terminal,
): Promise<number> {
  if (options.jsonl === true && request !== undefined)
    throw new UsageError("request_missing", "Give a request or --jsonl, not both.");
  if (options.jsonl === true) return runBatch(terminal, (line) => classification(textMember(line, "request")));
  if (request === undefined)
    throw new UsageError("request_missing", "Give a request, or --jsonl and lines on standard input.");
  terminal.out(`${JSON.stringify(classification(request))}\n`);
  return EXIT.complete;
}

function classification(request: string): Readonly<Record<string, unknown>> {
  if (request.trim() === "") throw new BatchLineError("request_empty", "The request is empty.");
  const { operations, evidence } = classifyRequest(request);
  const steps = planOperations(request);
  const [depth] = negotiateDepth(request, operations);
  return {
    operations: steps.map((step) => step.operation),
    primary: steps.find((step) => step.deliverable)?.operation ?? steps.at(-1)?.operation,
    depth,
    evidence: evidence.map(({ operation, cue, span, role, clause, negated }) => ({
      operation,
      cue,
      span,
      role,
      clause,
      negated,
    })),
  };
}
