import type { FrameFact } from "../contract/frame.js";
import type { Run } from "./run.js";
import type { StepRecord } from "./step-record.js";

/** The valid facts a step's frames have shown, pieces of tool results among them. */
export function shownFacts(run: Run, record: StepRecord): FrameFact[] {
  const facts: FrameFact[] = [];
  for (const id of record.factIds) {
    // POS-VER-01: what an output rests on is what its frame showed; a piece of a result is in the index and in no state.
    const fact = run.facts.get(id);
    if (fact !== undefined && run.factsById.get(id)?.invalidated !== true) facts.push(fact);
  }
  return facts;
}
