import type { ToolPositioningFrame } from "../capability/tool-frame.js";
import type { CapabilitySelection } from "../contract/capability.js";
import { estimateTokens, tokensOfBytes, utf8Length } from "../contract/estimate-tokens.js";
import type { FrameFact } from "../contract/frame.js";
import { buildGoalCompass } from "../position/build-compass.js";
import { escapeReserved } from "../position/fence.js";
import type { OperationFrame } from "../position/operation-frame.js";
import { DERIVED_LIMIT, FACT_LIMITS } from "../position/operation-limits.js";
import { buildStepFrame } from "../position/step-frame.js";
import { successTestFor } from "../verify/success-test.js";
import { dependedOn } from "./depended-on.js";
import { emit, type Run } from "./run.js";
import type { StepRecord } from "./step-record.js";

/** What one call adds to the step's frame. */
export interface FrameNeeds {
  readonly feedback?: readonly string[];
  readonly continuation?: { readonly documentMap: string; readonly lastText: string; readonly wordCount: number };
  readonly tools?: ToolPositioningFrame;
  readonly selection?: CapabilitySelection;
}

/** Positions the model on one step: chooses what the frame shows, builds it and tells the event. */
export function positionFrame(run: Run, lane: number, record: StepRecord, needs: FrameNeeds = {}): OperationFrame {
  const { step } = record;
  const priorOperations = dependedOn(run, step.dependsOn).map((prior) => prior.step.operation);
  const laterOperations = (run.consumers.get(step.id) ?? []).map((later) => later.operation);
  const goalCompass = buildGoalCompass(step.operation, run.request, {
    priorOperations,
    laterOperations,
    deliverable: run.goalQuery,
  });
  const { facts, derivedFrom } = chooseContent(run, record);
  const frame = buildStepFrame({
    step,
    stepIndex: record.index,
    stepCount: run.plan.length,
    plan: run.plan,
    request: run.request,
    depth: run.depth,
    goalCompass,
    windowTokens: run.caller.window.tokens,
    stateSlice: stateSlice(run),
    facts,
    derived: derivedOutputs(run, derivedFrom),
    observations: record.observations,
    successTest: successTestFor(step.operation, run.request, run.form, run.language, step.deliverable),
    form: step.deliverable ? run.form : { kind: "prose" },
    ...(needs.feedback === undefined ? {} : { feedback: needs.feedback }),
    ...(needs.continuation === undefined ? {} : { continuation: needs.continuation }),
    ...(needs.tools === undefined ? {} : { toolsText: escapeReserved(needs.tools.toolsText()) }),
    material: run.material,
    memory: run.frames,
  });
  const factIds = facts.map((fact) => fact.factId);
  record.factIds = record.factIds.length === 0 ? factIds : [...new Set([...record.factIds, ...factIds])];
  const sections = frame.toSections().map(({ name, text, render, renderedBytes }) => ({
    name,
    tokens: tokensOfBytes(renderedBytes ?? utf8Length(render?.(text) ?? text)),
  }));
  emit(run, lane, "frame_positioned", {
    stepId: step.id,
    attempt: record.attempts,
    sections,
    capabilityIds: needs.tools === undefined ? [] : [...needs.tools.capabilityIds],
    ...(needs.selection === undefined ? {} : { selectionReason: needs.selection.selectionReason }),
    rejected: needs.selection === undefined ? [] : [...needs.selection.rejected],
    factIds,
    decisionIds: [],
  });
  if (record.compassTokens === 0) {
    record.compassTokens = estimateTokens(goalCompass.toPromptText());
    record.compassSentence = goalCompass.ultimateGoal;
    record.factTokens = sections.find((section) => section.name === "facts")?.tokens ?? 0;
    run.compassTokensTotal += record.compassTokens;
  }
  return frame;
}

/** What a frame shows of the state: ranked facts, and the steps whose outputs it carries. */
interface FrameContent {
  readonly facts: readonly FrameFact[];
  readonly derivedFrom: readonly string[];
}

// POS-FRM-03: chosen for this operation from all valid facts; what the frame shows elsewhere is not shown twice.
function chooseContent(run: Run, record: StepRecord): FrameContent {
  const { operation, assignment, dependsOn } = record.step;
  const shown = shownElsewhere(record);
  const limit = FACT_LIMITS[operation];
  const few = dependsOn.length <= DERIVED_LIMIT;
  const embeddings = run.vectors?.forFacts(factQuery(run, record));
  const ranked = run.facts
    .choose(operation, assignment, {
      limit: limit + shown.size,
      context: run.goalQuery,
      ...(embeddings === undefined ? {} : { embeddings }),
    })
    .filter((fact) => !shown.has(fact.provenanceRef))
    // Least relevant first: what is too many is cut at the front.
    .slice(-limit);
  if (few) return { facts: ranked, derivedFrom: dependsOn };
  return amongMany(run, dependsOn, ranked, limit);
}

/** Sources of facts that the frame shows in other sections. */
function shownElsewhere({ observations, step: { dependsOn } }: StepRecord): Set<string> {
  const shown = new Set(observations.map((observation) => `call:${observation.callId}`));
  if (dependsOn.length <= DERIVED_LIMIT) for (const id of dependsOn) shown.add(`step:${id}`);
  return shown;
}

/** The text that facts are found for by its vector. */
export function factQuery({ goalQuery }: Pick<Run, "goalQuery">, { step: { assignment } }: StepRecord): string {
  return assignment.includes(goalQuery) ? assignment : `${assignment}\n${goalQuery}`;
}

/** Up to so many facts of the run there is nothing to choose: the step's frame shows all of them. */
export function placesForFacts(record: StepRecord): number {
  return FACT_LIMITS[record.step.operation] + shownElsewhere(record).size;
}

/** POS-FRM-04: of very many outputs the relevant ones enter as outputs, and failures are never passed over in silence. */
function amongMany(run: Run, dependsOn: readonly string[], ranked: readonly FrameFact[], limit: number): FrameContent {
  const relevant = new Set(ranked.map((fact) => fact.provenanceRef));
  const failed = new Set(dependsOn.filter((id) => run.steps.get(id)?.outcome === "failed").slice(-limit));
  const derivedFrom = dependsOn.filter((id) => failed.has(id) || relevant.has(`step:${id}`));
  const carried = new Set(derivedFrom.map((id) => `step:${id}`));
  return { facts: ranked.filter((fact) => !carried.has(fact.provenanceRef)), derivedFrom };
}

function derivedOutputs(run: Run, stepIds: readonly string[]) {
  return dependedOn(run, stepIds).map(({ step, output, outcome }) => ({
    stepId: step.id,
    operation: step.operation,
    text: output,
    ...(outcome === "failed" ? { failedBecause: output } : {}),
  }));
}

function stateSlice(run: Run): string {
  return run.fold.promptSlice();
}
