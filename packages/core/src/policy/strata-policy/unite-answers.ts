import type { InspectionPoint, PolicyDecision, PolicyVerdict } from "../../contract/policy.js";
import type { StrataPolicy } from "../strata-policy.js";
import type { ProgramDecision, ProgramOutcome } from "./program-decision.js";

/** One policy's outcome, with whose it is. */
export interface PolicyAnswer {
  readonly policy: Pick<StrataPolicy, "id" | "trusted" | "defaultVerdict">;
  readonly outcome: ProgramOutcome;
}

/** What all policies together say at one point. */
export interface UnitedAnswer {
  /** Halts, and verdicts on the call, each with its rule and proof; sorted by reason. */
  readonly verdicts: readonly PolicyDecision[];
  /** Capabilities that may not be offered, each with the first rule that says so. */
  readonly withheld: ReadonlyMap<string, ProgramDecision>;
  /** True where a failed policy withholds every capability; `rule` says which. */
  readonly withholdsAll: string | null;
  /** Weights by capability; `inf` as infinity. */
  readonly preferred: ReadonlyMap<string, number>;
  readonly limitCalls: number;
  readonly limitTokens: number;
  /** Frame decisions as they are told. */
  readonly frameDecisions: readonly ProgramDecision[];
}

const VERDICT_KINDS: ReadonlySet<string> = new Set<PolicyVerdict>(["halt", "deny", "require_approval", "allow"]);

/** What a policy that failed while the run goes on means at a point (STRATA-POL-06). */
const FAILS_AS: Readonly<Record<InspectionPoint, PolicyVerdict>> = {
  frame: "withhold",
  selection: "deny",
  arguments: "deny",
  transition: "halt",
};

/** Unites what the policies of a run say one by one, so that none can relax another (STRATA-POL-05). */
export function uniteAnswers(point: InspectionPoint, answers: readonly PolicyAnswer[]): UnitedAnswer {
  const verdicts: PolicyDecision[] = [];
  const withheld = new Map<string, ProgramDecision>();
  const preferred = new Map<string, number>();
  const frameDecisions: ProgramDecision[] = [];
  let withholdsAll: string | null = null;
  let limitCalls = Number.POSITIVE_INFINITY;
  let limitTokens = Number.POSITIVE_INFINITY;
  for (const { policy, outcome } of answers) {
    if (outcome.kind === "failed") {
      const rule = `policy-rule:${policy.id}#policy_error`;
      // STRATA-POL-06: a policy that cannot say yes says no.
      if (point === "frame") withholdsAll ??= rule;
      verdicts.push({ point, verdict: FAILS_AS[point], reasons: ["policy_error"], rule, proof: outcome.data });
      continue;
    }
    for (const decision of outcome.data.decisions) {
      const { kind, subject = "", reason = "", value, rule, proof } = decision;
      // STRATA-POL-05: who is not trusted may forbid, and allows nothing.
      if (kind === "allow" && !policy.trusted) continue;
      if (VERDICT_KINDS.has(kind)) {
        verdicts.push({ point, verdict: kind as PolicyVerdict, reasons: [reason], rule, proof });
        continue;
      }
      frameDecisions.push(decision);
      if (kind === "withhold" && !withheld.has(subject)) withheld.set(subject, decision);
      // STRATA-POL-05: the least weight and the least limit of all policies count.
      if (kind === "prefer") preferred.set(subject, Math.min(preferred.get(subject) ?? Infinity, value ?? Infinity));
      if (kind === "limit_calls") limitCalls = Math.min(limitCalls, value ?? 0);
      if (kind === "limit_tokens") limitTokens = Math.min(limitTokens, value ?? 0);
    }
  }
  // STRATA-POL-02: all reasons, sorted.
  verdicts.sort((left, right) => compare(left.reasons[0] ?? "", right.reasons[0] ?? ""));
  return { verdicts, withheld, withholdsAll, preferred, limitCalls, limitTokens, frameDecisions };
}

/** Orders by preference: finite weights ascending, then what has none in its order, then `inf` (STRATA-POL-05). */
export function orderByPreference<T extends { readonly capabilityId: string }>(
  entries: readonly T[],
  preferred: ReadonlyMap<string, number>,
): readonly T[] {
  const finite = ({ capabilityId }: T) => Number.isFinite(preferred.get(capabilityId) ?? Number.NaN);
  const infinite = ({ capabilityId }: T) => preferred.get(capabilityId) === Number.POSITIVE_INFINITY;
  // STRATA-POL-05: a preference orders and takes nothing away.
  return [
    ...entries
      .filter(finite)
      .sort((a, b) => (preferred.get(a.capabilityId) ?? 0) - (preferred.get(b.capabilityId) ?? 0)),
    ...entries.filter((entry) => !finite(entry) && !infinite(entry)),
    ...entries.filter(infinite),
  ];
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
