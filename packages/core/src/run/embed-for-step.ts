import { factQuery, placesForFacts } from "./position-frame.js";
import type { Run } from "./run.js";
import type { StepRecord } from "./step-record.js";

/**
 * Has the vectors made that a step's choice of tools and facts can use (POS-FRM-03, POS-FAB-03), all together. Nothing is
 * asked for where nothing is to be chosen: all facts fit the frame, or no tool has a vector of the embedder's model.
 */
export async function embedForStep(run: Run, lane: number, record: StepRecord): Promise<void> {
  const { vectors, fabric, facts } = run;
  if (vectors === null) return;
  const tools = fabric?.descriptors().some((tool) => tool.embeddingModel === vectors.model) ?? false;
  // POS-FRM-03: where the frame shows every fact, vectors would only reorder them.
  const choosesFacts = facts.size > placesForFacts(record);
  const queries = [...(tools ? [record.step.assignment] : []), ...(choosesFacts ? [factQuery(run, record)] : [])];
  await vectors.ensure({ lane, stepId: record.step.id, attempt: record.attempts }, { queries, facts: choosesFacts });
}
