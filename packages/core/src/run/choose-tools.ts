import { narrowSelection } from "../capability/narrow-selection.js";
import { buildToolPositioningFrame, type ToolPositioningFrame } from "../capability/tool-frame.js";
import type { CapabilitySelection, RejectedCapability } from "../contract/capability.js";
import { DEPTH_BUDGETS } from "../contract/depth.js";
import { buildOperationFrame } from "../position/build-frame.js";
import { embedForStep } from "./embed-for-step.js";
import { inspectOffers } from "./inspect-frame.js";
import type { Run } from "./run.js";
import type { StepRecord } from "./step-record.js";

export interface ChosenTools {
  readonly selection: CapabilitySelection;
  readonly frame: ToolPositioningFrame;
}

/** How many of the selected tools a frame presents. */
const WIDTHS = { normal: {}, wide: { widen: true }, one: { narrowTo: 1 } } as const;

/** Tool calls this step may make in all: depth, profile, policy and loop guard, whichever is least. */
export function maxCallsFor(run: Run): number {
  const byDepth = DEPTH_BUDGETS[run.depth].maxCalls;
  const byProfile = run.settings.profile === "small-local" ? 1 : byDepth;
  return Math.min(byProfile, byDepth, run.policy.maxToolCallsPerOperation ?? Number.POSITIVE_INFINITY);
}

/** Chooses the 1–3 tools to position the model on, or null when none serves. */
export async function chooseTools(
  run: Run,
  lane: number,
  record: StepRecord,
  width: "normal" | "wide" | "one",
): Promise<ChosenTools | null> {
  const { fabric } = run;
  if (fabric === null || fabric.size === 0 || record.toolsEnded) return null;
  const maxCalls = maxCallsFor(run);
  const callsLeft = maxCalls - record.calls;
  if (callsLeft <= 0) return null;
  if (run.vectors !== null) await embedForStep(run, lane, record);
  const queryEmbedding = run.vectors?.forTools(record.step.assignment);
  const judged = await inspectOffers(run, lane, record, (withheld) =>
    fabric.select(record.step.operation, record.step.assignment, {
      profile: run.settings.profile,
      policy: offerPolicy(run, record, withheld),
      availableFacts: run.typedFacts,
      observed: run.observedCapabilities,
      maxCalls: callsLeft,
      ...(queryEmbedding === undefined ? {} : { queryEmbedding }),
    }),
  );
  // STRATA-POL-05: a policy's limit only lowers what the depth pays for.
  const allowed = Math.min(callsLeft, record.callLimit - record.calls);
  if (judged.selected.length === 0 || allowed <= 0) return null;
  const narrowed = narrowSelection(judged, run.settings.profile, WIDTHS[width]);
  const { operation, assignment } = record.step;
  const { depth } = run;
  const frame = buildToolPositioningFrame(
    {
      operationType: operation,
      depth,
      toPrompt: () => buildOperationFrame(operation, assignment, { depth }).toPrompt(),
    },
    narrowed,
    {
      profile: run.settings.profile,
      depth,
      maxCalls: allowed,
      describe: (id) => fabric.get(id) ?? null,
    },
  );
  return { selection: narrowed, frame };
}

/** The policy as the fabric asks it, with what this step may not be offered again. */
function offerPolicy(run: Run, record: StepRecord, withheld: ReadonlyMap<string, RejectedCapability["reason"]>) {
  return {
    rejectReason(descriptor: Parameters<typeof run.policy.rejectReason>[0]): RejectedCapability["reason"] | null {
      if (run.toolsUnavailable.readOnlyOnly && descriptor.costProfile.safetyClass !== "read-only") {
        return `safety-class-blocked:${descriptor.costProfile.safetyClass}`;
      }
      if (record.setAside.includes(descriptor.capabilityId)) return "blocklist";
      // POS-POL-01: the declarative rules first, then what the programs withhold.
      return run.policy.rejectReason(descriptor) ?? withheld.get(descriptor.capabilityId) ?? null;
    },
  };
}
