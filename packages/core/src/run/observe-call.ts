import { cutPayload } from "../capability/cut-payload.js";
import { JournalError } from "../contract/error.js";
import type { CallOutcome, PreparedCall } from "./prepared-call.js";
import type { RecordedToolCall } from "./recorded-tool-call.js";
import { emit, establishFact, type Run } from "./run.js";
import type { ObservationView, StepRecord } from "./step-record.js";

/** What the summary leaves out stays within reach: the pieces of the raw result are ranked for every later frame. */
export async function keepPieces(
  run: Run,
  record: StepRecord,
  call: PreparedCall,
  recorded: RecordedToolCall,
): Promise<void> {
  if (recorded.payloadDigest === undefined) return;
  const bytes = await run.journal.getBlob(recorded.payloadDigest, run.runId);
  if (bytes === null)
    throw new JournalError("journal_failed", `The result of ${call.callId} is no longer in the journal.`);
  const pieces = cutPayload(JSON.parse(new TextDecoder().decode(bytes)));
  for (const [index, piece] of pieces.entries()) {
    // A result that its own fact says whole needs no pieces.
    if (pieces.length === 1 && recorded.summary.includes(piece.statement)) return;
    const key = `${piece.source}\n${piece.statement}`;
    // POS-FRM-03: what two calls returned alike takes the place of one fact in a frame.
    if (run.pieces.has(key)) continue;
    run.pieces.add(key);
    run.facts.add({
      factId: `${call.callId}/${index + 1}`,
      statement: piece.statement,
      provenance: "TOOL",
      provenanceRef: piece.source === "" ? `call:${call.callId}/${record.step.id}` : piece.source,
    });
  }
}

/** Takes the outcome of a call in as an observation of its step, and what it established as a fact. */
export function observeCall(
  run: Run,
  lane: number,
  record: StepRecord,
  call: PreparedCall,
  recorded: RecordedToolCall,
): CallOutcome {
  const { descriptor, callId, argumentsText, callKey } = call;
  const capabilityId = descriptor.capabilityId;
  let factId: string | undefined;
  if (recorded.status === "ok") {
    run.observedCapabilities.add(capabilityId);
    run.observationCount++;
    const digest = recorded.payloadDigest ?? "";
    factId = `f_obs_${run.windowNumber}_${run.observationCount}`;
    emit(run, lane, "observation_recorded", {
      callId,
      stepId: record.step.id,
      capabilityId,
      factId,
      summary: recorded.summary,
      ref: `blob:${digest.slice("sha256:".length)}`,
      digest,
      bytes: recorded.bytes,
      timestamp: recorded.timestamp,
    });
    if (descriptor.producesFacts) {
      establishFact(run, lane, {
        factId,
        statement: `${capabilityId}(${argumentsText}) returned ${recorded.summary}`,
        provenance: "TOOL",
        provenanceRef: `call:${callId}`,
        confidence: resultConfidence(recorded),
        ...(descriptor.metadata?.producesTypes === undefined ? {} : { factTypes: descriptor.metadata.producesTypes }),
        ...(descriptor.metadata?.dataLabels === undefined ? {} : { labels: descriptor.metadata.dataLabels }),
      });
    }
  } else {
    record.measures.failed++;
    if (recorded.status === "lost")
      run.uncertainties.push(`Whether ${capabilityId} ran is not known: ${recorded.errors[0] ?? ""}`);
  }
  const observation: ObservationView = {
    callId,
    capabilityId,
    argumentsText,
    outcome: recorded.status,
    summary: recorded.summary,
    ...(factId === undefined ? {} : { factId }),
  };
  record.observations.push(observation);
  record.draftCalls.push({
    capability: capabilityId,
    argumentsDigest: call.argumentsDigest,
    outcome: recorded.status,
    observation: factId ?? null,
    summary: recorded.summary,
    confidence: recorded.status === "ok" ? resultConfidence(recorded) : 0.5,
  });
  // A failed call may be tried again; a lost one may not: it may have happened.
  if (recorded.status === "ok" || recorded.status === "lost") {
    run.resultsByCall.set(callKey, {
      callId,
      outcome: recorded.status,
      summary: recorded.summary,
      ...(factId === undefined ? {} : { factId }),
    });
  }
  return { kind: "observed", observation, outcome: recorded.status };
}

// What passed its output schema is believed more than what nobody could check, or what breaks it.
function resultConfidence({ outputValid }: RecordedToolCall): number {
  return outputValid === true ? 0.9 : 0.8;
}
