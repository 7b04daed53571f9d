import { DEPTH_BUDGETS } from "../contract/depth.js";
import type { Classification, CueEvidence, PlannedOperation, StlOperation } from "../contract/operation.js";
import { carriedClauses, wordsOfClauses } from "./carried-clauses.js";
import { clarificationNeeded } from "./clarification-needed.js";
import { type DraftStep, draftSteps, tableOrder } from "./draft-steps.js";
import { impliedRetrieval } from "./implied-retrieval.js";
import { linkSteps } from "./link-steps.js";
import { proposeDepthFor } from "./propose-depth.js";
import type { ReadRequest } from "./read-request.js";
import { refineSteps } from "./refine-steps.js";
import type { RequestAct } from "./request-act.js";
import { isStatedPlan } from "./stated-plan.js";
import { chooseOperations } from "./statistical/choose-operations.js";
import { requestFeatures } from "./statistical/request-features.js";
import { operationBits, type StatisticalModel } from "./statistical/statistical-model.js";
import type { RequestToken } from "./tokenise-request.js";

/** What is at hand beside the request. */
export interface ClassificationGround {
  /** Facts or an earlier turn: a pronoun may mean something in them. */
  readonly hasAntecedent: boolean;
  readonly hasFacts: boolean;
}

/** A plan in the making, with how sure it is. */
interface Decision {
  readonly drafts: readonly DraftStep[];
  readonly confidence: number;
  readonly divergence: number;
  /** Evidence that belongs to no act. */
  readonly extra: readonly CueEvidence[];
}

/** Turns a request as read into its classification; with `model` null the cue tables alone decide. */
export function classifyRead(
  read: ReadRequest,
  ground: ClassificationGround,
  model: StatisticalModel | null,
): Classification {
  const lexical = draftSteps(read.tokens, read.reading);
  const unclear = clarificationNeeded(read.tokens, read.reading, read.lexicon, ground.hasAntecedent);
  const decision = unclear >= 0 ? askFirst(read, unclear) : decide(read, lexical, model);
  const completed = impliedRetrieval(decision.drafts, read.hasMaterial || ground.hasFacts);
  const drafts = fitDepth(read, completed, model);
  return assemble(read, { ...decision, drafts });
}

/** Drops implied steps, the first first, until the plan fits the depth its request asks for. */
// POS-CLS-11: implied steps are bounded by the depth budget; stated ones never are
function fitDepth(
  read: ReadRequest,
  drafts: readonly DraftStep[],
  model: StatisticalModel | null,
): readonly DraftStep[] {
  let kept = drafts;
  for (;;) {
    const first = kept.findIndex((draft) => draft.implied);
    if (first < 0) return kept;
    const { depth } = proposeDepthFor(
      read,
      kept.map((draft) => draft.operation),
      model,
    );
    if (kept.length <= DEPTH_BUDGETS[depth].operations) return kept;
    kept = kept.filter((_, index) => index !== first);
  }
}

function askFirst(read: ReadRequest, token: number): Decision {
  const step: DraftStep = { operation: "CLARIFY", clause: 0, further: [], implied: false, loose: false, acts: [] };
  return { drafts: [step], confidence: 1, divergence: 0, extra: [evidenceAt(read, token, "CLARIFY")] };
}

function decide(read: ReadRequest, lexical: readonly DraftStep[], model: StatisticalModel | null): Decision {
  const settled = lexical.filter((draft) => !draft.loose).length;
  const byCues: Decision = {
    drafts: lexical,
    confidence: lexical.length === 0 ? 0 : (settled + 0.5 * (lexical.length - settled)) / lexical.length,
    divergence: 0,
    extra: [],
  };
  // The model has read English requests only; and what a request spells out, or asks for, is not its to weigh.
  if (model === null || read.lexicon.tables[0]?.language !== "en") return byCues;
  if (isStatedPlan(read, lexical) || lexical.some((draft) => draft.operation === "CLARIFY")) return byCues;
  const reading = model.readOperations(requestFeatures(read, lexical), barredOperations(read));
  const cued = new Set(lexical.map((draft) => draft.operation));
  const chosen = chooseOperations(reading, operationBits(cued));
  if (chosen === null || (lexical.length === 0 && reading.known === 0)) return byCues;
  const shared = chosen.operations.filter((operation) => cued.has(operation)).length;
  const union = cued.size + chosen.operations.length - shared;
  const drafts = refineSteps(lexical, chosen.operations);
  const nothing = lexical.length === 0 && chosen.bits === DEFAULT_BITS;
  return nothing ? byCues : { drafts, confidence: chosen.probability, divergence: 1 - shared / union, extra: [] };
}

/** The set {GENERATE}: the last operation of the table. */
const DEFAULT_BITS = 1 << 9;

/** Operations a request only names to forbid them, as bits. */
function barredOperations(read: ReadRequest): number {
  let barred = 0;
  let wanted = 0;
  for (const act of read.reading.acts) {
    const bit = 1 << tableOrder(act.operation);
    if (act.effective) wanted |= bit;
    else if (act.negated && act.role !== "subordinate") barred |= bit;
  }
  return barred & ~wanted;
}

function evidenceAt(read: ReadRequest, index: number, operation: StlOperation): CueEvidence {
  const token = read.tokens[index] as RequestToken;
  return {
    operation,
    cue: read.request.slice(token.start, token.end),
    span: [token.start, token.end],
    role: "imperative",
    clause: 0,
    negated: false,
  };
}

function assemble(read: ReadRequest, decision: Decision): Classification {
  const { reading, tokens, request, language } = read;
  const { drafts, extra, confidence, divergence } = decision;
  const evidence = reading.acts.map((act) => evidenceOf(request, tokens, act));
  const listed = [...evidence, ...extra];
  for (const token of tokens) if (token.masked && token.entry !== undefined) listMasked(request, token, listed);
  if (drafts.length === 0) {
    const step: PlannedOperation = {
      id: "s1",
      operation: "GENERATE",
      assignment: request.trim(),
      dependsOn: [],
      deliverable: true,
      implied: false,
      evidence: [],
    };
    // POS-CLS-01: without a cue the request is taken to want something made
    return { steps: [step], operations: ["GENERATE"], evidence: listed, language, confidence: 0, divergence };
  }
  // The last step makes the answer: what came before is its material.
  const deliverable = drafts.length - 1;
  const links = linkSteps(tokens, reading, drafts, deliverable);
  const carried = carriedClauses(read, drafts);
  const steps = drafts.map(
    (draft, index): PlannedOperation => ({
      id: `s${index + 1}`,
      operation: draft.operation,
      assignment: wordsOfClauses(request, tokens, reading, carried[index] as readonly number[]),
      dependsOn: (links[index] as number[]).map((link) => `s${link + 1}`),
      deliverable: index === deliverable,
      implied: draft.implied,
      evidence: stepEvidence(draft, evidence, extra),
    }),
  );
  const operations = [...new Set(steps.map((step) => step.operation))];
  return { steps, operations, evidence: listed, language, confidence, divergence };
}

function stepEvidence(
  draft: DraftStep,
  evidence: readonly CueEvidence[],
  extra: readonly CueEvidence[],
): CueEvidence[] {
  const own = extra.filter((cue) => cue.operation === draft.operation);
  for (const act of draft.acts) {
    const cue = evidence[act] as CueEvidence;
    own.push(cue.operation === draft.operation ? cue : { ...cue, operation: draft.operation });
  }
  return own;
}

function evidenceOf(request: string, tokens: readonly RequestToken[], act: RequestAct): CueEvidence {
  const token = tokens[act.token] as RequestToken;
  return {
    operation: act.operation,
    cue: request.slice(token.start, token.end),
    span: [token.start, token.end],
    role: act.role,
    clause: act.clause,
    negated: act.negated,
  };
}

// POS-CLS-02: cues in masked text are listed, so that a reader sees why they had no effect
function listMasked(request: string, token: RequestToken, evidence: CueEvidence[]): void {
  const entry = token.entry;
  if (entry === undefined || entry.verb === null || entry.form !== "base") return;
  evidence.push({
    operation: entry.verb,
    cue: request.slice(token.start, token.end),
    span: [token.start, token.end],
    role: "subordinate",
    clause: -1,
    negated: false,
    masked: true,
  });
}
