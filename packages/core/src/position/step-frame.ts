import type { DepthLevel } from "../contract/depth.js";
import { estimateTokens } from "../contract/estimate-tokens.js";
import type { FrameFact, RequestedForm } from "../contract/frame.js";
import type { ToolOutcome } from "../contract/observation.js";
import type { PlannedOperation, StlOperation } from "../contract/operation.js";
import { escapeReserved } from "./fence.js";
import { type FrameEntry, joinEntries, renderEntry } from "./frame-entry.js";
import { FrameMemory } from "./frame-memory.js";
import type { SectionBody } from "./frame-sections.js";
import type { GoalCompass } from "./goal-compass.js";
import { OperationFrame } from "./operation-frame.js";
import { DEPTH_TEXTS, FRAME_RULES, OPERATION_TEXTS } from "./operation-texts.js";
import { outputContract } from "./output-contract.js";
import { RequestMaterial } from "./request-material.js";
import { summariseOutput } from "./summarise-output.js";

/** Most tokens of feedback (⌈bytes ÷ 4⌉): it is never trimmed, so it is bounded where it is made. */
const FEEDBACK_TOKENS = 256;

/** The output of a step this one depends on, or why there is none. */
export interface DerivedResult {
  readonly stepId: string;
  readonly operation: StlOperation;
  readonly text: string;
  /** Set where the step failed. */
  readonly failedBecause?: string;
}

/** A call of this run with what came of it. */
export interface FrameObservation {
  readonly callId: string;
  readonly capabilityId: string;
  /** Arguments as JSON text. */
  readonly argumentsText: string;
  readonly outcome: ToolOutcome;
  readonly summary: string;
}

/** What a continuation window knows of the text so far (POS-CON-02). */
export interface FrameContinuation {
  /** Headings done, current and missing. */
  readonly documentMap: string;
  /** The last ≤ 600 characters. */
  readonly lastText: string;
  readonly wordCount: number;
}

export interface StepFrameInput {
  readonly step: PlannedOperation;
  /** Position in the plan, counted from 0. */
  readonly stepIndex: number;
  readonly stepCount: number;
  readonly plan: readonly PlannedOperation[];
  readonly request: string;
  readonly depth: DepthLevel;
  readonly goalCompass: GoalCompass;
  /** The model's window in tokens: how much of it request and earlier outputs may take. */
  readonly windowTokens: number;
  /** Rendered slice of the cognitive state; empty: none. */
  readonly stateSlice: string;
  /** Ranked and chosen, least relevant first. */
  readonly facts: readonly FrameFact[];
  readonly derived: readonly DerivedResult[];
  readonly observations: readonly FrameObservation[];
  /** Failed checks and call errors, one sentence each, the most important first. */
  readonly feedback?: readonly string[];
  readonly successTest: string;
  readonly form: RequestedForm;
  readonly continuation?: FrameContinuation;
  /** Rendered tools section; absent: no tools are offered. */
  readonly toolsText?: string;
  /** Pieces of a request that is too large for a frame, made once per run; made here when absent and needed. */
  readonly material?: RequestMaterial;
  /** What the run's earlier frames made that this one can use again. */
  readonly memory?: FrameMemory;
}

/**
 * The frame of one step: built up from what the operation needs, never cut down from everything there is (POS-FRM-01).
 * Pure.
 */
export function buildStepFrame(input: StepFrameInput): OperationFrame {
  const { step, goalCompass } = input;
  const memory = input.memory ?? new FrameMemory();
  const query = `${step.assignment}\n${goalCompass.ultimateGoal}`;
  const contract = outputContract(step.operation, input.form, step.deliverable);
  const request = requestParts(input, query, memory);
  const bodies: SectionBody[] = [
    { name: "rules", text: FRAME_RULES },
    // POS-FRM-01: what all prompts of a run share comes first.
    { name: "request", text: memory.escape("request", request.text) },
    { name: "compass", text: memory.escape("compass", goalCompass.toPromptText()) },
    { name: "state", text: memory.escape("state", input.stateSlice) },
    entrySection("facts", [...request.material, ...input.facts].map(renderFact)),
    { name: "derived", text: joinEntries(derivedEntries(input, query).map(renderEntry)).text },
    entrySection("observations", input.observations.map(renderObservation)),
    ...continuationBodies(input.continuation),
    { name: "feedback", text: feedbackText(input.feedback ?? []) },
    { name: "operation", text: operationText(input) },
    { name: "assignment", text: memory.escape("assignment", step.assignment) },
    { name: "success_test", text: memory.escape("success_test", input.successTest) },
    { name: "output_contract", text: memory.escape("output_contract", contract) },
    { name: "tools", text: input.toolsText ?? "" },
  ];
  return new OperationFrame({
    operationType: step.operation,
    assignment: step.assignment,
    goalCompass,
    successTest: input.successTest,
    outputContract: contract,
    depth: input.depth,
    bodies,
    memory: input.memory,
  });
}

/** The request whole, or its instructions with the pieces of material for this operation (POS-FRM-02). */
function requestParts(
  input: StepFrameInput,
  query: string,
  memory: FrameMemory,
): { text: string; material: readonly FrameFact[] } {
  const share = Math.floor(input.windowTokens / 4);
  // POS-FRM-02: a quarter of the window is what the request may take in every frame.
  if (memory.requestTokens(input.request) <= share) return { text: input.request, material: [] };
  const material = input.material ?? new RequestMaterial(input.request, input.plan);
  return { text: material.instructions, material: material.choose(query, share) };
}

const renderedFacts = new WeakMap<FrameFact, string>();

/** A fact stands in the frames of many steps and reads the same in each. */
function renderFact(fact: FrameFact): string {
  let rendered = renderedFacts.get(fact);
  if (rendered === undefined) {
    rendered = renderEntry({ head: [fact.factId, fact.provenance, fact.provenanceRef], text: fact.statement });
    renderedFacts.set(fact, rendered);
  }
  return rendered;
}

/** A section of entries, each of which stays or goes whole. */
function entrySection(name: "facts" | "observations", rendered: readonly string[]): SectionBody {
  const { text, spans } = joinEntries(rendered);
  return { name, text, atoms: spans };
}

/** Outputs of the steps this one depends on, within a quarter of the window together (POS-FRM-04). */
function derivedEntries(input: StepFrameInput, query: string): FrameEntry[] {
  const texts = fitTogether(
    input.derived.map(({ text, failedBecause }) =>
      // POS-FRM-04: that a step failed is a result too; silence would look like an empty one.
      failedBecause === undefined ? text : `This step failed and has no result: ${failedBecause}`,
    ),
    Math.floor(input.windowTokens / 4),
    query,
  );
  return input.derived.map(({ stepId, operation }, index) => ({
    head: [`step:${stepId}`, "DERIVED", operation],
    text: texts[index] as string,
  }));
}

/** Shorter texts stay whole and leave their room to longer ones, which are cut to equal shares. */
function fitTogether(texts: readonly string[], tokens: number, query: string): string[] {
  const fitted = [...texts];
  const sizes = texts
    .map((text, index) => ({ index, tokens: estimateTokens(text) }))
    .sort((a, b) => a.tokens - b.tokens);
  let room = tokens;
  for (const [done, { index, tokens: size }] of sizes.entries()) {
    const share = Math.floor(room / (sizes.length - done));
    if (size > share) fitted[index] = summariseOutput(texts[index] as string, query, share);
    room -= Math.min(size, share);
  }
  return fitted;
}

const renderedObservations = new WeakMap<FrameObservation, string>();

/** What a call returned stands in every later frame of its step. */
function renderObservation(observation: FrameObservation): string {
  let rendered = renderedObservations.get(observation);
  if (rendered === undefined) {
    const { callId, capabilityId, argumentsText, outcome, summary } = observation;
    const head = [`call:${callId}`, "TOOL", capabilityId, outcome];
    rendered = renderEntry({ head, text: `${argumentsText}\n${summary}` });
    renderedObservations.set(observation, rendered);
  }
  return rendered;
}

function continuationBodies(continuation: FrameContinuation | undefined): SectionBody[] {
  if (continuation === undefined) return [];
  return [
    {
      name: "document_map",
      text: escapeReserved(`${continuation.wordCount} words so far.\n${continuation.documentMap}`),
    },
    { name: "last_text", text: escapeReserved(continuation.lastText) },
  ];
}

/** Whole lines while they fit; the first one is shortened rather than left out. */
function feedbackText(feedback: readonly string[]): string {
  let text = "";
  for (const line of feedback) {
    const rendered = escapeReserved(`- ${line.replace(/[\s\u0085\u2028\u2029]+/g, " ").trim()}`);
    const longer = text === "" ? rendered : `${text}\n${rendered}`;
    if (estimateTokens(longer) <= FEEDBACK_TOKENS) text = longer;
    else if (text === "") text = summariseOutput(rendered, "", FEEDBACK_TOKENS);
  }
  return text;
}

function operationText({ step, stepIndex, stepCount, depth, continuation }: StepFrameInput): string {
  const head = `${step.operation}, step ${stepIndex + 1} of ${stepCount}, depth ${depth}. ${OPERATION_TEXTS[step.operation].task} ${DEPTH_TEXTS[depth]}`;
  return continuation === undefined
    ? head
    : `${head}\nPart of the output is written. Go on exactly where LAST TEXT ends, and repeat none of it.`;
}
