import { basename, dirname, resolve } from "node:path";
import { ToolCapabilityFabric } from "../capability/fabric.js";
import type { Journal } from "../contract/effect.js";
import { recordFolder } from "../effect/record-folder.js";
import { attemptModels } from "./attempt-models.js";
import { DrivenRun } from "./drive-run.js";
import { attemptsOf } from "./journal-legs.js";
import { loadRun } from "./load-run.js";
import { recordedEmbedder } from "./recorded-embedder.js";
import { recordedModel } from "./recorded-model.js";
import type { PositionedResult } from "./result.js";
import { attemptSpec } from "./resume-positioned.js";
import type { RunInputs } from "./run-inputs.js";
import type { RunOptions } from "./run-options.js";

/** A run's record: in a journal by its id, or the folder of the run as a path. */
export type RunRecord = string | { readonly journal: Journal; readonly runId: string };

/** What a replay may need that is code: everything else is in the record. */
export type ReplayOptions = Partial<
  Pick<RunOptions, "policy" | "classifier" | "cueTables" | "governor" | "hmacKey" | "tokenCounter">
>;

/**
 * Runs a record again with its recorded effects and yields the same events and result, without touching the world
 * (POS-REC-04). Rejects with `ReplayDivergenceError` where this version of the run would have asked for something else.
 */
export async function replayRun(record: RunRecord, options: ReplayOptions = {}): Promise<PositionedResult> {
  const { journal, runId } = typeof record === "string" ? openRecord(record) : record;
  const loaded = await loadRun(journal, runId);
  const embedder = recordedEmbedder(loaded.inputs.embedder);
  const runOptions: RunOptions = {
    model: recordedModel(loaded.inputs.model),
    ...(loaded.inputs.judge === undefined ? {} : { judge: recordedModel(loaded.inputs.judge) }),
    ...(embedder === undefined ? {} : { embedder }),
    ...(loaded.inputs.options as Partial<RunOptions>),
    ...options,
    ...(loaded.inputs.capabilities.length === 0 ? {} : { fabric: fabricOf(loaded.inputs) }),
    journal,
  };
  const attempts = attemptsOf(loaded.entries);
  return new DrivenRun({
    request: loaded.opened.request,
    options: runOptions,
    runId,
    sessionId: loaded.opened.sessionId,
    live: true,
    inputs: loaded.inputs,
    ...(await attemptSpec(loaded, attempts, attempts.length - 1, runOptions, null)),
    models: attemptModels(loaded.inputs.model, loaded.entries, null, false).models,
    replayOnly: true,
    abortReason: loaded.closed?.haltReason ?? null,
  }).result;
}

/** The journal and run id of a record folder. */
export function openRecord(path: string): { readonly journal: Journal; readonly runId: string } {
  const folder = resolve(path);
  return { journal: recordFolder(dirname(folder)), runId: basename(folder) };
}

/** The catalogue the run chose from, above the relevance it chose from (POS-EFF-07). */
function fabricOf({ capabilities, minRelevance }: RunInputs): ToolCapabilityFabric {
  const fabric = new ToolCapabilityFabric(minRelevance === undefined ? {} : { minRelevance });
  for (const descriptor of capabilities) fabric.register(descriptor);
  return fabric;
}
