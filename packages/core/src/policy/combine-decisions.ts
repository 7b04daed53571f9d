import type { PolicyDecision, PolicyVerdict } from "../contract/policy.js";

/** Strongest first. */
const STRENGTH: readonly PolicyVerdict[] = ["halt", "deny", "withhold", "require_approval", "allow"];

/**
 * The one decision that several make: halt > deny > withhold > require_approval > allow > default. Reasons are those of
 * all decisions as strong as the result, sorted; rule, proof and parameter are those of the first of them.
 */
export function combineDecisions(
  point: PolicyDecision["point"],
  decisions: readonly PolicyDecision[],
  defaultVerdict: "allow" | "deny" = "allow",
): PolicyDecision {
  // POS-POL-03: the strongest decision counts, whoever made it; a denial is never lifted.
  const verdict = STRENGTH.find((strength) => decisions.some((decision) => decision.verdict === strength));
  if (verdict === undefined) {
    return { point, verdict: defaultVerdict, reasons: defaultVerdict === "deny" ? ["no_allow_rule"] : [] };
  }
  const decisive = decisions.filter((decision) => decision.verdict === verdict);
  const first = decisive[0] as PolicyDecision;
  return {
    ...first,
    point,
    verdict,
    reasons: [...new Set(decisive.flatMap((decision) => decision.reasons))].sort(),
  };
}
