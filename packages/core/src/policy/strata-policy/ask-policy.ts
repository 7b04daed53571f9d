import type { Diagnostic, Evaluation, HostFacts, Row, Term } from "@pelorus/strata";
import type { InspectionPoint } from "../../contract/policy.js";
import type { LoadedPolicy } from "./loaded-policy.js";
import type { ProgramDecision, ProgramOutcome } from "./program-decision.js";

/** What is read where (STRATA-POL-01). */
export const READ_AT: Readonly<Record<InspectionPoint, readonly ProgramDecision["kind"][]>> = {
  frame: ["halt", "withhold", "prefer", "limit_calls", "limit_tokens"],
  selection: ["halt", "deny", "require_approval", "allow"],
  arguments: ["halt", "deny", "require_approval", "allow"],
  transition: ["halt"],
};

/** What is asked of a policy at one point of a run. */
export interface PolicyQuestion {
  readonly point: InspectionPoint;
  readonly rows: HostFacts;
  /** Decisions about anything else, such as a call that is not the one proposed, are of no interest. */
  readonly subjects: ReadonlySet<string>;
}

/**
 * Evaluates one policy and reads its decisions with their proofs. Never throws for what a policy does: an evaluation that
 * fails is an outcome, and what it means is fail closed (STRATA-POL-06). Rejects when `signal` fires.
 */
export async function askPolicy(
  { policy, compiled }: LoadedPolicy,
  question: PolicyQuestion,
  signal?: AbortSignal,
): Promise<ProgramOutcome> {
  const strata = await import("@pelorus/strata");
  const kinds = READ_AT[question.point];
  const evaluated = await strata.evaluateAsync(compiled, {
    facts: [...question.rows, ...(policy.facts ?? [])],
    budget: { ...strata.POLICY_BUDGET, ...policy.budget },
    // STRATA-POL-01: only what is read at this point is computed.
    select: kinds,
    ...(signal === undefined ? {} : { signal }),
  });
  signal?.throwIfAborted();
  if (!evaluated.ok) return failedOutcome(strata.printCode, evaluated.diagnostics);
  const decisions = kinds.flatMap((kind) =>
    evaluated.value.rows(kind).rows.flatMap((row) => {
      const decision = readRow(kind, row);
      if (decision.subject !== undefined && !question.subjects.has(decision.subject)) return [];
      return [{ ...decision, ...explain(strata, policy.id, evaluated.value, kind, row) }];
    }),
  );
  return { kind: "decided", data: { decisions } };
}

function failedOutcome(printCode: (code: number) => string, diagnostics: readonly Diagnostic[]): ProgramOutcome {
  const error = diagnostics.find(({ severity }) => severity === "error") as Diagnostic;
  return { kind: "failed", data: { code: printCode(error.code), message: error.message } };
}

function readRow(kind: ProgramDecision["kind"], { args, weight }: Row): Omit<ProgramDecision, "rule" | "proof"> {
  const [first, second] = args.map(symbolOf);
  switch (kind) {
    case "halt":
      return { kind, reason: String(first) };
    case "prefer":
      return { kind, subject: String(first), ...(typeof weight === "number" ? { value: weight } : {}) };
    case "limit_calls":
    case "limit_tokens":
      // STRATA-POL-05: a limit below zero is zero.
      return { kind, subject: String(first), value: Math.max(0, Number(second)) };
    default:
      return { kind, subject: String(first), reason: String(second) };
  }
}

function symbolOf(term: Term): string | number {
  if (term.kind === "int") return term.data.value;
  return term.kind === "const" ? term.data.name : JSON.stringify(term);
}

function explain(
  strata: typeof import("@pelorus/strata"),
  id: string,
  evaluation: Evaluation,
  pred: string,
  { args }: Row,
): Pick<ProgramDecision, "rule" | "proof"> {
  const explained = strata.why(evaluation, { pred, args });
  // STRATA-POL-07: with the policy and the rule stands why the row holds.
  const { outcome } = strata.explanationToJson(explained) as { outcome: { data: unknown } };
  return { rule: `policy-rule:${id}#${explained.ok ? ruleOf(explained.value) : "?"}`, proof: outcome.data };
}

/** The item that gave the row: a rule, or a fact of the program itself. */
function ruleOf(proof: import("@pelorus/strata").Proof): string {
  if (proof.kind === "derived" || proof.kind === "aggregated") return String(proof.data.rule);
  const source = proof.kind === "given" ? proof.data.sources[0] : undefined;
  if (source === undefined) return "?";
  return source.kind === "item" ? String(source.data.index) : `${source.kind}`;
}
