import type { Run } from "./run.js";
import type { StepRecord } from "./step-record.js";

/** What the run knows of the steps that a step depends on, in the order in which it names them. */
export function dependedOn(run: Pick<Run, "steps">, dependsOn: readonly string[]): StepRecord[] {
  const records: StepRecord[] = [];
  for (const id of dependsOn) {
    const record = run.steps.get(id);
    if (record !== undefined) records.push(record);
  }
  return records;
}
