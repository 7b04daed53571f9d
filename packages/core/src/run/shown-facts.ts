import type { EstablishedFact } from "../contract/state.js";
import type { Run } from "./run.js";
import type { StepRecord } from "./step-record.js";

/** The valid facts a step's frames have shown. */
export function shownFacts(run: Run, record: StepRecord): EstablishedFact[] {
  const facts: EstablishedFact[] = [];
  for (const id of record.factIds) {
    const fact = run.factsById.get(id);
    if (fact !== undefined && !fact.invalidated) facts.push(fact);
  }
  return facts;
}
