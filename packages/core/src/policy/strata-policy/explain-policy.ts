import type { Evaluation, HostFacts } from "@pelorus/strata";
import { PolicyError } from "../../contract/error.js";
import { INSPECTION_POINTS, type InspectionPoint, type PolicyVerdict } from "../../contract/policy.js";
import { combineDecisions } from "../combine-decisions.js";
import type { StrataPolicy } from "../strata-policy.js";
import { askPolicy } from "./ask-policy.js";
import { loadPolicies } from "./load-policies.js";
import type { ProgramDecision } from "./program-decision.js";
import { uniteAnswers } from "./unite-answers.js";

/** What a policy decides over given rows, and why. */
export interface PolicyExplanation {
  readonly point: InspectionPoint;
  /** Every decision that would be read at that point, each with its proof in plain sentences. */
  readonly decisions: readonly (ProgramDecision & { readonly text: string })[];
  /** Every proposed call, with what comes of it. */
  readonly calls: readonly {
    readonly call: string;
    readonly verdict: PolicyVerdict;
    readonly reasons: readonly string[];
  }[];
  /** Decisions nothing was derived of, each with the rule that came nearest and what it failed on. */
  readonly notDecided: readonly {
    readonly kind: ProgramDecision["kind"];
    readonly subject?: string;
    readonly text: string;
  }[];
}

/**
 * Asks a policy about rows of the policy vocabulary instead of a run: `facts` holds what the runtime would supply, one
 * `inspection` row among it. Throws `PolicyError` where the policy does not check, the rows say no point, or the
 * evaluation fails.
 */
export async function explainPolicy(policy: StrataPolicy, facts: HostFacts): Promise<PolicyExplanation> {
  const strata = await import("@pelorus/strata");
  const [loaded] = await loadPolicies([policy]);
  if (loaded === undefined) throw new PolicyError("There is no policy to explain.", null);
  const evaluated = strata.evaluate(loaded.compiled, {
    facts: [...facts, ...(policy.facts ?? [])],
    budget: { ...strata.POLICY_BUDGET, ...policy.budget },
    select: [...strata.POLICY_DECISIONS, "inspection", "proposed", "approved", "offered", "current"],
  });
  if (!evaluated.ok) {
    const problem = evaluated.diagnostics.find(({ severity }) => severity === "error");
    const where = problem === undefined ? "" : `${strata.printCode(problem.code)} ${problem.path}: ${problem.message}`;
    throw new PolicyError(`Policy ${policy.id} cannot be asked about these facts: ${where}.`, policy.id);
  }
  const point = pointOf(evaluated.value, policy.id);
  const first = (pred: string) => evaluated.value.rows(pred).rows.map(({ args }) => nameOf(args[0]));
  const calls = first("proposed");
  const offered = evaluated.value.rows("offered").rows.map(({ args }) => nameOf(args[1]));
  const subjects = new Set([...calls, ...offered, ...first("current")]);
  const asked = await askPolicy(loaded, { point, rows: facts, subjects });
  if (asked.kind === "failed") throw new PolicyError(`${asked.data.code}: ${asked.data.message}`, policy.id);
  const { decisions } = asked.data;
  return {
    point,
    decisions: decisions.map((decision) => ({ ...decision, text: sentences(strata, evaluated.value, decision) })),
    calls:
      point === "selection" || point === "arguments"
        ? calls.map((call) => ({
            call,
            ...verdictOf(policy, point, call, decisions, first("approved").includes(call)),
          }))
        : [],
    notDecided: undecided(strata, evaluated.value, point, calls, offered, decisions),
  };
}

function pointOf(evaluation: Evaluation, id: string): InspectionPoint {
  const points = evaluation.rows("inspection").rows.map(({ args }) => nameOf(args[0]));
  const point = INSPECTION_POINTS.find((known) => known === points[0]);
  if (points.length !== 1 || point === undefined) {
    throw new PolicyError(`The facts need one row of inspection: ${INSPECTION_POINTS.join(", ")}.`, id);
  }
  return point;
}

function verdictOf(
  policy: StrataPolicy,
  point: InspectionPoint,
  call: string,
  decisions: readonly ProgramDecision[],
  approved: boolean,
): { verdict: PolicyVerdict; reasons: readonly string[] } {
  const about = decisions.filter(({ subject }) => subject === undefined || subject === call);
  const { verdicts } = uniteAnswers(point, [{ policy, outcome: { kind: "decided", data: { decisions: about } } }]);
  const { verdict, reasons } = combineDecisions(point, verdicts, policy.defaultVerdict);
  // STRATA-POL-03: approved is as good as allowed where a person was to be asked, and nowhere else.
  return { verdict: verdict === "require_approval" && approved ? "allow" : verdict, reasons };
}

function sentences(
  strata: typeof import("@pelorus/strata"),
  evaluation: Evaluation,
  { kind, subject, reason, value }: ProgramDecision,
): string {
  const row = evaluation.rows(kind).rows.find(({ args }) => {
    const names = args.map(nameOf);
    return kind === "halt" ? names[0] === reason : names[0] === subject && matches(kind, names[1], reason, value);
  });
  if (row === undefined) return "";
  const explained = strata.why(evaluation, { pred: kind, args: row.args });
  return explained.ok ? strata.explainText(explained.value) : "";
}

function matches(
  kind: string,
  name: string | undefined,
  reason: string | undefined,
  value: number | undefined,
): boolean {
  if (kind === "prefer") return true;
  return kind.startsWith("limit_") ? Math.max(0, Number(name)) === value : name === reason;
}

/** What the person who asks looks for: why the call was not denied, the tool not withheld, the run not halted. */
function undecided(
  strata: typeof import("@pelorus/strata"),
  evaluation: Evaluation,
  point: InspectionPoint,
  calls: readonly string[],
  offered: readonly string[],
  decisions: readonly ProgramDecision[],
): PolicyExplanation["notDecided"] {
  const subjects: readonly (readonly [ProgramDecision["kind"], string | undefined])[] = [
    ["halt", undefined],
    ...(point === "frame" ? offered.map((id) => ["withhold", id] as const) : []),
    ...(point === "selection" || point === "arguments"
      ? calls.flatMap((id) => (["deny", "require_approval", "allow"] as const).map((kind) => [kind, id] as const))
      : []),
  ];
  return subjects.flatMap(([kind, subject]) => {
    if (decisions.some((decision) => decision.kind === kind && decision.subject === subject)) return [];
    const args = [
      ...(subject === undefined ? [] : [{ kind: "const", data: { name: subject } } as const]),
      { kind: "var", data: { name: "Reason" } } as const,
    ];
    // STRATA-POL-07: why not is asked of the same evaluation.
    const explained = strata.whyNot(evaluation, { pred: kind, args });
    if (!explained.ok) return [];
    return [{ kind, ...(subject === undefined ? {} : { subject }), text: strata.explainText(explained.value) }];
  });
}

function nameOf(term: import("@pelorus/strata").Term | undefined): string {
  if (term?.kind === "const") return term.data.name;
  return term?.kind === "int" ? String(term.data.value) : JSON.stringify(term);
}
