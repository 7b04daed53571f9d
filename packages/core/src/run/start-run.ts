import { sha256Digest } from "../contract/digest.js";
import { emit, type Run } from "./run.js";
import { runDocument } from "./run-document.js";

/** Finds window and price and emits `run_started`: always the first event, also of a run that fails at once. */
export async function startRun(run: Run): Promise<void> {
  let failure: unknown;
  const { RecordChain } = await import("../state/record/record-chain.js");
  run.chain = new RecordChain(run.start.recordHead);
  try {
    const base = `${run.runId}/run/0/plan`;
    await run.caller.prepare({ window: `${base}.window`, price: `${base}.price` });
    await run.judge?.prepare({ window: `${base}.judge`, price: `${base}.judge-price` });
  } catch (error) {
    failure = error;
  }
  const { start, settings } = run;
  emit(run, 0, "run_started", {
    version: "1.0",
    sessionId: run.sessionId,
    request: run.request,
    requestDigest: sha256Digest(run.request),
    windowNumber: start.windowNumber,
    profile: settings.profile,
    window: run.caller.window,
    ...(start.priorCsoHash === "" ? {} : { priorCsoHash: start.priorCsoHash }),
    optionsDigest: run.optionsDigest,
  });
  if (failure !== undefined) throw failure;
  await run.recorder?.begin(runDocument(run, "running"));
}
