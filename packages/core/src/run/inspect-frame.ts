import type { CapabilitySelection, RejectedCapability, RejectionReason } from "../contract/capability.js";
import type { PolicyDecision } from "../contract/policy.js";
import type { ProgramDecision } from "../policy/strata-policy/program-decision.js";
import { orderByPreference, type UnitedAnswer } from "../policy/strata-policy/unite-answers.js";
import { askPrograms } from "./ask-programs.js";
import type { Run } from "./run.js";
import type { StepRecord } from "./step-record.js";
import { haltIfSaid, tellDecision } from "./tell-policy.js";

/** Selects without the capabilities that policies withhold. */
export type SelectOffers = (withheld: ReadonlyMap<string, RejectionReason>) => CapabilitySelection;

/** Selections asked about before what is still unjudged is left out. */
const MOST_SELECTIONS = 4;

/** Before a frame without tools is shown: limits, and whether the run goes on at all. */
export async function inspectFrame(run: Run, lane: number, record: StepRecord): Promise<void> {
  if (run.programs.length === 0) return;
  await askAboutFrame(run, lane, record, []);
}

/**
 * Before a frame with tools is shown. What a policy withholds is rejected and selected around, so that another capability
 * may take its place; what is offered was judged as part of the frame it is offered in.
 */
export async function inspectOffers(
  run: Run,
  lane: number,
  record: StepRecord,
  select: SelectOffers,
): Promise<CapabilitySelection> {
  const withheld = new Map<string, RejectionReason>();
  let selection = select(withheld);
  if (run.programs.length === 0) return selection;
  let answer: UnitedAnswer | null = null;
  for (let round = 1; ; round++) {
    const offered = selection.selected.map(({ capabilityId }) => capabilityId);
    answer = await askAboutFrame(run, lane, record, offered);
    if (answer.withholdsAll !== null) {
      // STRATA-POL-06: without its policy's word nothing is offered.
      return refuseAll(selection, answer.withholdsAll as RejectionReason);
    }
    const before = withheld.size;
    for (const [id, { rule }] of answer.withheld) withheld.set(id, rule as RejectionReason);
    if (withheld.size === before) break;
    if (round === MOST_SELECTIONS) {
      selection = without(selection, withheld);
      break;
    }
    selection = select(withheld);
  }
  return { ...copyOf(selection), selected: orderByPreference(selection.selected, answer.preferred) };
}

async function askAboutFrame(
  run: Run,
  lane: number,
  record: StepRecord,
  offered: readonly string[],
): Promise<UnitedAnswer> {
  const answer = await askPrograms(run, record, { point: "frame", offered });
  const place = { haltPoint: "OPERATION_POSITIONED", subject: record.step.id } as const;
  for (const verdict of answer.verdicts) if (verdict.verdict !== "halt") tellOnce(run, lane, record, verdict);
  haltIfSaid(run, lane, record, place, answer.verdicts);
  for (const decision of answer.frameDecisions) tellFrameDecision(run, lane, record, decision);
  record.callLimit = answer.limitCalls;
  record.tokenLimit = answer.limitTokens;
  return answer;
}

function tellOnce(run: Run, lane: number, record: StepRecord, decision: PolicyDecision): void {
  const told = `${decision.rule} ${decision.reasons.join()}`;
  if (record.toldDecisions.includes(told)) return;
  record.toldDecisions.push(told);
  tellDecision(run, lane, record, record.step.id, decision);
}

/** A limit or a preference holds for frame after frame: it is told when it is new. */
function tellFrameDecision(run: Run, lane: number, record: StepRecord, decision: ProgramDecision): void {
  const { kind, subject = "", reason, value, rule, proof } = decision;
  const told = `${kind} ${subject} ${reason ?? value ?? "inf"} ${rule}`;
  if (record.toldDecisions.includes(told)) return;
  record.toldDecisions.push(told);
  tellDecision(run, lane, record, subject, {
    point: "frame",
    verdict: kind === "withhold" ? "withhold" : "allow",
    reasons: [reason ?? `${kind}:${value ?? "inf"}`],
    rule,
    proof,
  });
}

function copyOf(selection: CapabilitySelection): CapabilitySelection {
  const { operation, profile, selected, rejected, maxK, selectionReason, describe } = selection;
  return {
    operation,
    profile,
    selected,
    rejected,
    maxK,
    selectionReason,
    ...(describe === undefined ? {} : { describe }),
  };
}

function without(selection: CapabilitySelection, withheld: ReadonlyMap<string, RejectionReason>): CapabilitySelection {
  const kept = selection.selected.filter(({ capabilityId }) => !withheld.has(capabilityId));
  const rejected: RejectedCapability[] = selection.selected.flatMap(({ capabilityId }) => {
    const reason = withheld.get(capabilityId);
    return reason === undefined ? [] : [{ capabilityId, reason }];
  });
  return { ...copyOf(selection), selected: kept, rejected: [...selection.rejected, ...rejected] };
}

function refuseAll(selection: CapabilitySelection, reason: RejectionReason): CapabilitySelection {
  return without(selection, new Map(selection.selected.map(({ capabilityId }) => [capabilityId, reason])));
}
