import { sha256Digest } from "../contract/digest.js";
import { integratedDetail } from "../lifecycle/detail.js";
import { summariseOutput } from "../position/summarise-output.js";
import { operationDimensions, roundedAvec } from "../state/measure-avec.js";
import { inspectTransition } from "./inspect-policy.js";
import { recordNode } from "./record-node.js";
import { emit, establishFact, type Run } from "./run.js";
import type { StepRecord } from "./step-record.js";

/** Tokens of an output that the state keeps as a statement; the whole output stays with the step. */
const STATEMENT_TOKENS = 96;

/** Takes a verified step's output over into the cognitive state. Steps integrate in plan order (POS-LIF-07). */
export async function integrateStep(run: Run, lane: number, record: StepRecord): Promise<void> {
  await inspectTransition(run, lane, record, "INTEGRATED");
  record.machine.integrate({ detail: integratedDetail(record.output.length) });
  const outputDigest = sha256Digest(record.output);
  record.outputDigest = outputDigest;
  run.injection.addOperation(record.output);
  const dimensions = operationDimensions(record.measures, record.verdict);
  const avec = roundedAvec(dimensions);
  run.avec.count++;
  for (const dimension of ["stability", "friction", "logic", "autonomy"] as const)
    run.avec.sum[dimension] += dimensions[dimension];
  if (record.output.trim() !== "" && record.step.operation !== "CLARIFY") {
    const sources = record.factIds.map((id) => run.factsById.get(id)?.confidence ?? 0.5);
    establishFact(run, lane, {
      statement: summariseOutput(record.output, record.step.assignment, STATEMENT_TOKENS),
      provenance: "DERIVED",
      provenanceRef: `step:${record.step.id}`,
      // min(verdict score, weakest source)
      confidence: Math.min(record.verdict?.checked === true ? record.verdict.score : 0.5, ...sources),
    });
  }
  record.compressionDepth = record.step.dependsOn.reduce(
    (depth, id) => Math.max(depth, 1 + (run.steps.get(id)?.compressionDepth ?? 0)),
    0,
  );
  record.integrated = true;
  emit(run, lane, "step_integrated", { stepId: record.step.id, outcome: record.outcome, outputDigest, avec });
  recordNode(run, lane, record, avec);
}
