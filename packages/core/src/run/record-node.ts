import { sha256Digest } from "../contract/digest.js";
import { tokensOfBytes, utf8Length } from "../contract/estimate-tokens.js";
import type { EventDataByKind } from "../contract/event.js";
import { lazyMember } from "../contract/lazy-member.js";
import type { Avec } from "../contract/state.js";
import { roundedAvec } from "../state/measure-avec.js";
import type { NodeDraft } from "../state/record/node-draft.js";
import type { RecordedNode } from "../state/record/record-chain.js";
import { Halt } from "./halt.js";
import { emit, type Run } from "./run.js";
import type { StepRecord } from "./step-record.js";

/** Adds the node of an integrated operation to the record. Its text is made when it is read, or journalled. */
export function recordNode(run: Run, lane: number, record: StepRecord, modelAvec: Avec): void {
  const { chain } = run;
  if (chain === null) return;
  const node = chain.add(draftOf(run, record, modelAvec));
  if (run.recorder !== null) {
    try {
      void node.text;
    } catch (cause) {
      chain.takeBack();
      const message = `The record of step ${record.step.id} cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`;
      // POS-REC-01: a node that would not be strict-valid is never written.
      throw new Halt("journal_failed", { error: { code: "journal_failed", message, isRetryable: false }, cause });
    }
  }
  emit(run, lane, "node_recorded", new NodeRecorded(node));
}

type NodeRecordedData = EventDataByKind["node_recorded"];

/** What the event says of a node. */
class NodeRecorded implements NodeRecordedData {
  // Declared only: they come into being in the order in which the event states them.
  declare readonly nodeId: string;
  declare readonly parentNode?: string;
  declare readonly node: string;
  declare readonly originSession: string;
  declare readonly modelAvec: Avec;
  readonly #node: RecordedNode;
  // POS-SPD-02: printed when somebody looks.
  static readonly #text = lazyMember((data: NodeRecorded) => data.#node.text);

  constructor(node: RecordedNode) {
    this.#node = node;
    this.nodeId = node.nodeId;
    if (node.parentNode !== null) this.parentNode = node.parentNode;
    Object.defineProperty(this, "node", NodeRecorded.#text);
    this.originSession = node.draft.originSession;
    this.modelAvec = node.draft.modelAvec;
  }
}

function draftOf(run: Run, record: StepRecord, modelAvec: Avec): NodeDraft {
  const { step } = record;
  const { count, sum } = run.avec;
  const first = run.chain?.nodes.length === 0;
  const mean = (total: number) => total / Math.max(1, count);
  const bytes = utf8Length(record.output);
  return {
    runId: run.runId,
    sessionId: run.sessionId,
    originSession: run.originSession,
    trigger: run.options.trigger ?? "manual",
    timestamp: run.door.at,
    step: {
      id: step.id,
      index: record.index,
      of: run.plan.length,
      lane: record.machine.lane,
      token: step.operation,
      assignment: step.assignment,
      depth: record.depth,
      dependsOn: step.dependsOn,
      attempts: record.attempts,
    },
    opening: first
      ? {
          objective: run.request,
          mode: run.start.goalState.mode,
          plan: [
            ...run.plan.map(({ id, operation, assignment }) => ({ id, token: operation, assignment })),
            ...run.dropped.map(({ stepId, operation, reason }) => ({
              id: stepId,
              token: operation,
              assignment: reason,
            })),
          ],
        }
      : null,
    compressionDepth: record.compressionDepth,
    retrievalBudget: record.factTokens,
    contextSummary: record.compassSentence,
    userAvec: run.userAvec,
    modelAvec,
    compressionAvec: roundedAvec({
      stability: mean(sum.stability),
      friction: mean(sum.friction),
      logic: mean(sum.logic),
      autonomy: mean(sum.autonomy),
    }),
    result: {
      outcome: record.outcome,
      form: step.deliverable ? run.form.kind : "prose",
      complete: !record.cut,
      digest: record.outputDigest ?? sha256Digest(record.output),
      bytes,
      output: record.output,
      confidence: record.verdict?.checked === true ? record.verdict.score : 0.5,
    },
    verdict: record.verdict,
    measures: { ...record.measures },
    calls: record.draftCalls,
    ...run.news.take(),
    budget: {
      window: run.caller.window.tokens,
      input: record.promptTokens,
      output: Math.max(record.replyTokens, tokensOfBytes(bytes)),
      trims: record.trims,
    },
    factCount: run.factsById.size,
    validFactCount: run.factsById.size - run.invalidated.size,
  };
}
