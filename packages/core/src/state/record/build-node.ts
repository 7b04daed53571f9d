import { contentField, contentObject, createNode, type StrictNode } from "@pelorus/sttp";
import { estimateTokens } from "../../contract/estimate-tokens.js";
import type { Avec } from "../../contract/state.js";
import type { NodeDraft } from "./node-draft.js";
import { openingSentences } from "./opening-sentences.js";

type Field = ReturnType<typeof contentField>;
type Input = Parameters<typeof contentField>[2];

/** The node before in the record: across lanes, runs and turns of a session. */
export interface ParentNode {
  /** `<run_id>/<step_id>` */
  readonly nodeId: string;
  /** `sha256:<64 hex>` of its canonical text. */
  readonly digest: string;
  readonly modelAvec: Avec;
}

/** Tokens (⌈bytes ÷ 4⌉) of an output that a node holds whole. */
const WHOLE_OUTPUT_TOKENS = 512;

/**
 * The STTP node of one integrated operation, chained to the one before it (POS-REC). What the builder returns is
 * strict-valid; facts that make no strict node are an error of the builder, and no node.
 */
export function buildNode(draft: NodeDraft, parent: ParentNode | null): StrictNode {
  const { stability, friction, logic, autonomy } = parent?.modelAvec ?? draft.userAvec;
  const kept = openingSentences(draft.result.output, WHOLE_OUTPUT_TOKENS);
  const outputTokens = estimateTokens(draft.result.output);
  return createNode({
    ordinal: 0,
    provenance: {
      trigger: draft.trigger,
      response_format: "temporal_node",
      origin_session: draft.originSession,
      compression_depth: draft.compressionDepth,
      // POS-REC: the node recorded before this one, whatever lane or turn it came from.
      parent_node: parent === null ? null : `ref:${parent.nodeId}`,
      prime: {
        attractor_config: { stability, friction, logic, autonomy },
        context_summary: draft.contextSummary,
        relevant_tier: "raw",
        retrieval_budget: draft.retrievalBudget,
      },
    },
    envelope: {
      timestamp: draft.timestamp,
      tier: "raw",
      session_id: draft.sessionId,
      schema_version: "sttp-1.0",
      user_avec: draft.userAvec,
      model_avec: draft.modelAvec,
    },
    content: contentOf(draft, parent, kept),
    metrics: {
      rho: outputTokens === 0 ? 1 : round(Math.min(1, estimateTokens(kept) / outputTokens)),
      kappa: draft.factCount === 0 ? 1 : round(draft.validFactCount / draft.factCount),
      psi: draft.compressionAvec.psi,
      compression_avec: draft.compressionAvec,
    },
  });
}

function contentOf(draft: NodeDraft, parent: ParentNode | null, kept: string): Field[] {
  const { step, result, verdict, measures, opening } = draft;
  const fields: Field[] = [
    known("operation", {
      run: draft.runId,
      step: step.id,
      index: step.index,
      of: step.of,
      lane: step.lane,
      token: step.token,
      assignment: step.assignment,
      depth: step.depth,
      ...(step.dependsOn.length === 0 ? {} : { depends_on: step.dependsOn }),
      attempts: step.attempts,
      ...(parent === null ? {} : { parent_digest: parent.digest }),
    }),
  ];
  if (opening !== null) {
    fields.push(known("goal", { objective: opening.objective, mode: opening.mode }));
    fields.push(
      keyed("plan", "", opening.plan, 1, ({ id, token, assignment }) => ({
        name: id,
        confidence: 1,
        members: { token, assignment },
      })),
    );
  }
  const c = round(result.confidence);
  fields.push(
    contentField(
      "result",
      c,
      contentObject([
        contentField("outcome", 1, result.outcome),
        contentField("form", 1, result.form),
        contentField("complete", 1, result.complete),
        contentField("digest", 1, result.digest),
        contentField("bytes", 1, result.bytes),
        contentField("text", c, kept),
      ]),
    ),
  );
  if (verdict !== null) {
    fields.push(
      contentField(
        "verdict",
        1,
        contentObject([
          contentField("score", 1, round(verdict.score)),
          contentField("checked", 1, verdict.checked),
          ...(verdict.checks.length === 0
            ? []
            : [contentField("checks", 1, contentObject(uniqueChecks(verdict.checks)))]),
        ]),
      ),
    );
  }
  fields.push(
    known("measures", {
      r: measures.redone,
      a: measures.attempted,
      f: measures.failed,
      h: measures.human,
      d: measures.decided,
    }),
  );
  fields.push(...collections(draft));
  return fields;
}

function collections(draft: NodeDraft): Field[] {
  const fields: Field[] = [];
  const { facts, decisions, calls, policy, human, invalidated, questions, budget } = draft;
  if (facts.length > 0) {
    const least = Math.min(...facts.map((fact) => fact.confidence));
    fields.push(
      keyed("facts", "f", facts, round(least), (fact) => ({
        confidence: round(fact.confidence),
        members: {
          id: fact.factId,
          statement: fact.statement,
          provenance: fact.provenance,
          ref: fact.provenanceRef,
          ...(fact.factTypes === undefined || fact.factTypes.length === 0 ? {} : { types: fact.factTypes }),
          ...(fact.labels === undefined || fact.labels.length === 0 ? {} : { labels: fact.labels }),
        },
      })),
    );
  }
  if (decisions.length > 0) {
    fields.push(
      keyed("decisions", "d", decisions, 1, (decision) => ({
        confidence: 1,
        members: {
          id: decision.decisionId,
          choice: decision.choice,
          rationale: decision.rationale,
          ...(decision.alternatives.length === 0 ? {} : { alternatives: decision.alternatives }),
          ...(decision.dependsOn.length === 0 ? {} : { depends_on: decision.dependsOn }),
          revisable: decision.revisable,
          provenance: decision.provenance,
          ref: decision.provenanceRef,
        },
      })),
    );
  }
  if (calls.length > 0) {
    fields.push(
      keyed("tools", "c", calls, 1, (call) => ({
        confidence: round(call.confidence),
        members: {
          capability: call.capability,
          arguments_digest: call.argumentsDigest,
          outcome: call.outcome,
          ...(call.observation === null ? {} : { observation: call.observation }),
          summary: call.summary,
        },
      })),
    );
  }
  if (policy.length > 0) {
    fields.push(
      keyed("policy", "p", policy, 1, ({ point, verdict, reasons }) => ({
        confidence: 1,
        members: { point, verdict, reason: reasons.join("; ") },
      })),
    );
  }
  if (human.length > 0) {
    fields.push(
      keyed("human", "h", human, 1, ({ requestId, kind, answer }) => ({
        confidence: 0.95,
        members: { request: requestId, kind, answer },
      })),
    );
  }
  if (invalidated.length > 0) fields.push(contentField("invalidated", 1, invalidated));
  if (questions.length > 0) fields.push(contentField("questions", 1, questions));
  fields.push(known("budget", { ...budget }));
  return fields;
}

/** An object of members that the runtime itself recorded: confidence 1 at every level. */
function known(name: string, members: Readonly<Record<string, Input>>): Field {
  return contentField(
    name,
    1,
    contentObject(Object.entries(members).map(([key, value]) => contentField(key, 1, wellFormed(value)))),
  );
}

/** A collection keyed `f_1`, `f_2`, …; statements of others carry the item's confidence, what the runtime says of it 1. */
function keyed<T>(
  name: string,
  prefix: string,
  items: readonly T[],
  confidence: number,
  describe: (item: T) => {
    readonly name?: string;
    readonly confidence: number;
    readonly members: Readonly<Record<string, Input>>;
  },
): Field {
  const fields = items.map((item, index) => {
    const described = describe(item);
    const members = Object.entries(described.members).map(([key, value]) =>
      contentField(key, STATED.has(key) ? described.confidence : 1, wellFormed(value)),
    );
    return contentField(described.name ?? `${prefix}_${index + 1}`, described.confidence, contentObject(members));
  });
  return contentField(name, confidence, contentObject(fields));
}

/** Members whose text somebody else said. */
const STATED: ReadonlySet<string> = new Set(["statement", "summary", "answer"]);

function uniqueChecks(checks: readonly { readonly id: string; readonly outcome: string }[]): Field[] {
  const outcomes = new Map<string, string>();
  for (const { id, outcome } of checks) outcomes.set(id.replaceAll(/[^A-Za-z0-9_]/gu, "_"), outcome);
  return [...outcomes].map(([id, outcome]) => contentField(/^[A-Za-z_]/u.test(id) ? id : `_${id}`, 1, outcome));
}

/** Half a surrogate pair has no canonical text. */
function wellFormed(value: Input): Input {
  if (typeof value === "string") return value.toWellFormed();
  return Array.isArray(value) ? value.map(wellFormed) : value;
}

/** Numbers in a node have at most 4 decimals (POS-REC-01). */
function round(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 10_000) / 10_000;
}
