import type { Classification, CueEvidence, PlannedOperation, StlOperation } from "../contract/operation.js";
import { clarificationNeeded } from "./clarification-needed.js";
import type { CueTable } from "./cue-tables/cue-table.js";
import { type DraftStep, draftSteps } from "./draft-steps.js";
import { impliedRetrieval } from "./implied-retrieval.js";
import { linkSteps } from "./link-steps.js";
import { type ReadRequest, readRequest } from "./read-request.js";
import type { RequestAct, RequestClause } from "./request-act.js";
import type { RequestToken } from "./tokenise-request.js";

/** What may be told to the classifier beside the request. */
export interface ClassifyOptions {
  /** BCP 47 tag of the request's language; detected when absent. */
  readonly language?: string;
  /** Tables to add; one of a known language replaces the built-in one. */
  readonly cueTables?: readonly CueTable[];
  /** State of an earlier turn: a pronoun may refer to it. */
  readonly priorCso?: unknown;
  /** Statements at hand: a pronoun may refer to them, and nothing need be retrieved first. */
  readonly facts?: readonly string[];
  /** False: the cue tables alone decide. */
  readonly statistical?: boolean;
}

/** Reads a request into steps with the words behind each. Throws a TypeError for anything but a string (POS-CLS-01). */
export function classifyRequest(request: string, options: ClassifyOptions = {}): Classification {
  if (typeof request !== "string") throw new TypeError("a request is a string");
  const read = readRequest(request, options);
  const facts = options.facts ?? [];
  const hasAntecedent = facts.length > 0 || (options.priorCso !== undefined && options.priorCso !== null);
  let steps = draftSteps(read.tokens, read.reading);
  const unclear = clarificationNeeded(read.tokens, read.reading, read.lexicon, hasAntecedent);
  const extra: CueEvidence[] = [];
  if (unclear >= 0) {
    steps = [{ operation: "CLARIFY", clause: 0, implied: false, loose: false, acts: [] }];
    extra.push(evidenceAt(read, unclear, "CLARIFY"));
  }
  steps = impliedRetrieval(steps, read.hasMaterial || facts.length > 0);
  return assemble(read, steps, steps.length - 1, extra);
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

function assemble(
  read: ReadRequest,
  drafts: readonly DraftStep[],
  deliverable: number,
  extra: readonly CueEvidence[],
): Classification {
  const { reading, tokens, request, lexicon } = read;
  const evidence = reading.acts.map((act) => evidenceOf(request, tokens, act));
  for (const token of tokens) if (token.masked && token.entry !== undefined) listMasked(request, token, evidence);
  const language = lexicon.tables[0]?.language ?? "und";
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
    return { steps: [step], operations: ["GENERATE"], evidence, language, confidence: 0, divergence: 0 };
  }
  const links = linkSteps(tokens, reading, drafts, deliverable);
  const steps = drafts.map(
    (draft, index): PlannedOperation => ({
      id: `s${index + 1}`,
      operation: draft.operation,
      assignment: assignmentOf(request, tokens, reading.clauses[draft.clause]),
      dependsOn: (links[index] as number[]).map((link) => `s${link + 1}`),
      deliverable: index === deliverable,
      implied: draft.implied,
      evidence:
        draft.acts.length > 0
          ? draft.acts.map((act) => evidence[act] as CueEvidence)
          : index === deliverable
            ? [...extra]
            : [],
    }),
  );
  const operations = [...new Set(steps.map((step) => step.operation))];
  const settled = drafts.filter((draft) => !draft.loose).length;
  return {
    steps,
    operations,
    evidence: [...evidence, ...extra],
    language,
    confidence: (settled + 0.5 * (drafts.length - settled)) / drafts.length,
    divergence: 0,
  };
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

/** The whole clause, from its first word to the mark that ends it. */
function assignmentOf(request: string, tokens: readonly RequestToken[], clause: RequestClause | undefined): string {
  const first = tokens[clause?.from ?? 0];
  const last = tokens[(clause?.to ?? tokens.length) - 1];
  if (first === undefined || last === undefined) return request.trim();
  return request.slice(first.start, last.end);
}
