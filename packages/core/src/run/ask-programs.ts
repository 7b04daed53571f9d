import { canonicalJson } from "../contract/canonical-json.js";
import type { OperationState } from "../contract/event.js";
import type { InspectionPoint } from "../contract/policy.js";
import { askPolicy } from "../policy/strata-policy/ask-policy.js";
import type { LoadedPolicy } from "../policy/strata-policy/loaded-policy.js";
import type { PolicyCall, PolicySituation } from "../policy/strata-policy/policy-situation.js";
import type { ProgramOutcome } from "../policy/strata-policy/program-decision.js";
import { supplyRows } from "../policy/strata-policy/supply-rows.js";
import { type PolicyAnswer, type UnitedAnswer, uniteAnswers } from "../policy/strata-policy/unite-answers.js";
import type { Run } from "./run.js";
import type { StepRecord } from "./step-record.js";

/** What is asked beside what the run itself tells. */
export interface ProgramInquiry {
  readonly point: InspectionPoint;
  readonly transition?: { readonly from: OperationState; readonly to: OperationState };
  readonly offered?: readonly string[];
  readonly call?: PolicyCall;
}

/** Asks every policy of the run, one by one over the same situation, and unites what they say. */
export async function askPrograms(run: Run, record: StepRecord | null, inquiry: ProgramInquiry): Promise<UnitedAnswer> {
  const situation = situationOf(run, record, inquiry);
  const subjects = new Set(
    [record?.step.id, inquiry.call?.id, ...(inquiry.offered ?? [])].filter((subject) => subject !== undefined),
  );
  const answers: PolicyAnswer[] = [];
  for (const loaded of run.programs) {
    answers.push({ policy: loaded.policy, outcome: await askOne(run, record, loaded, situation, subjects) });
  }
  return uniteAnswers(inquiry.point, answers);
}

async function askOne(
  run: Run,
  record: StepRecord | null,
  loaded: LoadedPolicy,
  situation: PolicySituation,
  subjects: ReadonlySet<string>,
): Promise<ProgramOutcome> {
  const supplied = supplyRows(situation, loaded.reads, loaded.hostCosts);
  const where = `${record?.step.id ?? "run"}/${record?.attempts ?? 0}`;
  const count = (run.policyAsks.get(where) ?? 0) + 1;
  run.policyAsks.set(where, count);
  // STRATA-POL-07: the decisions are recorded with their proofs, and a replay reads them instead of evaluating.
  return run.door.effect<ProgramOutcome>({
    key: `${run.runId}/${where}/policy.${count}`,
    act: "policy",
    input: canonicalJson({ policy: loaded.digest, point: situation.point, subjects: [...subjects], supplied }),
    idempotent: true,
    perform: ({ signal }) =>
      supplied.kind === "rows"
        ? askPolicy(loaded, { point: situation.point, rows: supplied.data, subjects }, signal)
        : { kind: "failed", data: { code: "E2006", message: supplied.data } },
  });
}

function situationOf(run: Run, record: StepRecord | null, inquiry: ProgramInquiry): PolicySituation {
  const operations = run.plan.map(({ id, operation, dependsOn }) => {
    const other = run.steps.get(id);
    const depth = Number((other?.depth ?? run.depth).slice(1));
    return { id, operation, dependsOn, depth, calls: other?.calls ?? 0, completed: other?.integrated ?? false };
  });
  const { tokenLimit, goalFacts } = run.options;
  const { dataResidency, policyDomains, approvedSinks } = run.policy.data;
  return {
    ...inquiry,
    operations,
    ...(record === null ? {} : { currentId: record.step.id }),
    runCalls: callsOf(run, record),
    tokensSpent: tokensSpent(run),
    ...(tokenLimit === undefined ? {} : { tokenLimit }),
    capabilities: run.fabric?.descriptors() ?? [],
    offered: inquiry.offered ?? [],
    have: run.typedFacts.flatMap((fact) => (run.invalidated.has(fact.factId) ? [] : (fact.factTypes ?? []))),
    goal: goalFacts ?? [],
    ...(dataResidency === undefined ? {} : { sessionRegion: dataResidency }),
    sessionAreas: policyDomains ?? [],
    approvedSinks: approvedSinks ?? [],
  };
}

/**
 * The calls of the run: those made, and those of other lanes that are being decided about and were there before. Two lanes
 * that look at one limit at the same time would pass it together if each saw only what was made.
 */
function callsOf(run: Run, record: StepRecord | null): number {
  const own = record === null || record.proposal === 0 ? Number.POSITIVE_INFINITY : record.proposal;
  let calls = 0;
  // STRATA-POL-09: a limit of calls holds over lanes
  for (const { calls: made, proposal } of run.steps.values()) calls += made + (proposal > 0 && proposal < own ? 1 : 0);
  return calls;
}

function tokensSpent({ caller, judge }: Run): number {
  const judged = judge === null ? 0 : judge.usage.inputTokens + judge.usage.outputTokens;
  return caller.usage.inputTokens + caller.usage.outputTokens + judged;
}
