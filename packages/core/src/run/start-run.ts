import { resolveWindow } from "../budget/resolve-window.js";
import { sha256Digest } from "../contract/digest.js";
import type { LanguageModel, WindowSource } from "../contract/model.js";
import { emit, type Run } from "./run.js";
import { runDocument } from "./run-document.js";

/** Finds the window and emits `run_started`: always the first event, also of a run that fails at once. */
export async function startRun(run: Run): Promise<void> {
  let failure: unknown;
  const { RecordChain } = await import("../state/record/record-chain.js");
  run.chain = new RecordChain(run.start.recordHead);
  try {
    run.caller.window = await findWindow(run, run.model, "plan.window", run.caller.window);
    if (run.judge !== null) run.judge.window = await findWindow(run, run.judge.model, "plan.judge", run.caller.window);
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

// POS-BUD-10: the caller's word, else the endpoint's or the catalogue's, else 8,192; the source is recorded.
async function findWindow(
  run: Run,
  model: LanguageModel,
  act: string,
  assumed: { readonly tokens: number; readonly source: WindowSource },
): Promise<{ readonly tokens: number; readonly source: WindowSource }> {
  const ask = model.contextWindowSize?.bind(model);
  if (run.options.contextWindow !== undefined || ask === undefined) return assumed;
  const said = await run.door.effect<number | null>({
    key: `${run.runId}/run/0/${act}`,
    act: "plan",
    input: `${model.provider}:${model.modelId}`,
    idempotent: true,
    perform: async ({ signal }) => {
      try {
        const size = await ask({ signal });
        return size ?? null;
      } catch (error) {
        if (signal.aborted) throw error;
        // A window nobody knows is assumed; whether the model answers at all, its first call will tell.
        return null;
      }
    },
  });
  return resolveWindow({ [model.windowSource ?? "endpoint"]: said ?? undefined });
}
