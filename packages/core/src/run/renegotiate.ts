import { DEPTH_LEVELS, type DepthLevel, MAX_RENEGOTIATIONS, type RenegotiationReason } from "../contract/depth.js";
import type { Verdict } from "../contract/verdict.js";
import { depthFloor } from "../position/depth-floor.js";
import { renegotiateDepth } from "../position/negotiate-depth.js";
import { depthReading } from "./classify.js";
import { emit, type Run, raiseQuestion, recordDecision } from "./run.js";
import type { StepRecord } from "./step-record.js";

/** Changes the depth where a verdict says so, and only there (POS-DEP-06); at most twice a run (POS-DEP-07). */
export function renegotiate(run: Run, lane: number, record: StepRecord): void {
  if (run.settings.onFailedChecks === "record" || record.verdict === null) return;
  const reason = reasonFrom(run, record, record.verdict);
  if (reason === null) return;
  if (run.renegotiations >= MAX_RENEGOTIATIONS) {
    if (reason === "high-confidence-fast") return;
    const doubt = `After ${MAX_RENEGOTIATIONS} changes of depth there is still doubt at step ${record.step.id}: ${reason}.`;
    raiseQuestion(run, lane, doubt, record.step.id);
    return;
  }
  const from = run.depth;
  const [proposed, metadata] = renegotiateDepth(from, reason, { renegotiationCount: run.renegotiations });
  const to = deeper(proposed, floorFor(run, record));
  if (!metadata.renegotiated || to === from) return;
  run.renegotiations++;
  run.fastSteps = 0;
  run.depth = to;
  run.lastDepthReason = reason;
  run.depthMetadata = { ...run.depthMetadata, ...metadata, renegotiationCount: run.renegotiations };
  record.measures.redone++;
  record.measures.decided++;
  const direction = DEPTH_LEVELS.indexOf(to) > DEPTH_LEVELS.indexOf(from) ? "deepen" : "shallow";
  emit(run, lane, "depth_renegotiated", { from, to, direction, reason, count: run.renegotiations });
  recordDecision(run, lane, {
    choice: `depth ${to}`,
    rationale: reason,
    alternatives: [from],
    provenanceRef: `step:${record.step.id}`,
  });
}

function reasonFrom(run: Run, record: StepRecord, verdict: Verdict): RenegotiationReason | null {
  const failed = new Set(verdict.checks.filter((check) => check.outcome === "fail").map((check) => check.id));
  if (failed.has("contradiction")) return "contradiction-found";
  if (verdict.checked && verdict.score < 0.5 && (failed.has("complete") || failed.has("not-empty")))
    return "unresolved-complexity";
  if (failed.has("goal")) return "goal-divergence";
  const fast = verdict.checked && verdict.score >= 0.95 && record.attempts === 1 && record.windows <= 1;
  run.fastSteps = fast ? run.fastSteps + 1 : 0;
  return run.fastSteps >= 2 ? "high-confidence-fast" : null;
}

/** Never below an explicit deep cue, a stakes floor, or what the stated steps that remain need. */
function floorFor(run: Run, record: StepRecord): DepthLevel {
  const remaining = run.plan.length - record.index - 1;
  return depthFloor(run.request, run.depthMetadata, remaining + record.index + 1, depthReading(run));
}

function deeper(a: DepthLevel, b: DepthLevel): DepthLevel {
  return DEPTH_LEVELS.indexOf(a) >= DEPTH_LEVELS.indexOf(b) ? a : b;
}
