import { laneGroups } from "../position/lane-groups.js";
import { inspectTransition } from "./inspect-policy.js";
import { integrateStep } from "./integrate-step.js";
import { renegotiate } from "./renegotiate.js";
import type { Run } from "./run.js";
import { runStep } from "./run-step.js";
import { newStepRecord, type StepRecord } from "./step-record.js";

/** Runs the kept plan: step after step, independent steps side by side in lanes (POS-LIF-07). */
export async function executePlan(run: Run): Promise<void> {
  const indexById = new Map(run.plan.map((step, index) => [step.id, index]));
  for (const group of laneGroups(run.plan)) {
    for (let start = 0; start < group.length; start += run.settings.lanes) {
      const part = group.slice(start, start + run.settings.lanes).map((id) => indexById.get(id) as number);
      if (part.length === 1) await runAlone(run, part[0] as number);
      else await runSideBySide(run, part);
    }
  }
}

async function runAlone(run: Run, index: number): Promise<void> {
  await inspectTransition(run, 0, null, "OPERATION_POSITIONED");
  const record = open(run, index, run.machine);
  run.machine.position({ detail: record.step.assignment.slice(0, 80) });
  await runStep(run, 0, record);
  await verified(run, 0, record);
  await integrateStep(run, 0, record);
  renegotiate(run, 0, record);
}

async function runSideBySide(run: Run, indexes: readonly number[]): Promise<void> {
  // Lane 0 takes the last step of the group itself; the others fork from where it stands.
  const records: StepRecord[] = [];
  for (const [position, index] of indexes.entries()) {
    const isLast = position === indexes.length - 1;
    await inspectTransition(run, 0, null, "OPERATION_POSITIONED");
    const machine = isLast ? run.machine : run.machine.fork(position + 1);
    const record = open(run, index, machine);
    if (isLast) machine.position({ detail: record.step.assignment.slice(0, 80) });
    records.push(record);
  }
  const errors: unknown[] = [];
  await run.door.parallel(
    records.map((record) => async () => {
      try {
        await runStep(run, record.machine.lane, record);
        await verified(run, record.machine.lane, record);
      } catch (error) {
        errors.push(error);
        // One lane's halt is everybody's: the others are told at once.
        run.stopLanes(error);
      }
    }),
    run.settings.lanes,
  );
  if (errors.length > 0) throw errors[0];
  for (const record of records) await integrateStep(run, record.machine.lane, record);
  for (const record of records) renegotiate(run, 0, record);
}

function open(run: Run, index: number, machine: Run["machine"]): StepRecord {
  const step = run.plan[index];
  if (step === undefined) throw new RangeError(`no step ${index}`);
  const record = newStepRecord(step, index, run.depth, machine);
  run.steps.set(step.id, record);
  return record;
}

async function verified(run: Run, lane: number, record: StepRecord): Promise<void> {
  await inspectTransition(run, lane, record, "OPERATION_VERIFIED");
  record.machine.verify({ detail: record.detail });
}
