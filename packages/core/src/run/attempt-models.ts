import type { JournalEntry } from "../contract/effect.js";
import type { LanguageModel } from "../contract/model.js";
import { modelFromFunction } from "../effect/language-model.js";
import { recordedModel } from "./recorded-model.js";
import { describeModel, type ModelDescription } from "./run-inputs.js";
import type { RunOptions } from "./run-options.js";

/** What an attempt at a run calls: its models in order, and those among them that join the run with it. */
export interface AttemptModels {
  readonly models: readonly LanguageModel[];
  readonly joined: readonly ModelDescription[];
}

/** A model and those that take over from it, in order. */
export function chainOf(model: RunOptions["model"]): LanguageModel[] {
  const first = typeof model === "function" ? modelFromFunction(model) : model;
  return [first, ...(first.fallbacks ?? [])];
}

/**
 * The models of an attempt (POS-FBK-05): those the run was started with, in their order, then those that joined it by
 * `entries`. Of the ones that are `given`, the given object is called; one that is not given fails when it is asked for
 * more than is recorded, and the next takes over. Whoever is given and unknown joins at the end where `joins` says so.
 * `given` is null for a replay.
 */
export function attemptModels(
  recorded: ModelDescription,
  entries: readonly JournalEntry[],
  given: RunOptions["model"] | null,
  joins: boolean,
): AttemptModels {
  const known = [recorded, ...(recorded.fallbacks ?? []), ...joinedIn(entries)];
  const offered = given === null ? [] : chainOf(given);
  const taken = known.map(
    (description) => offered.find((model) => isSame(model, description)) ?? recordedModel(description),
  );
  // POS-FBK-05
  const joining = joins ? offered.filter((model) => !known.some((description) => isSame(model, description))) : [];
  return { models: [...taken, ...joining], joined: joining.map(describeModel) };
}

/** Descriptions of the models that joined a run when it was resumed. */
function joinedIn(entries: readonly JournalEntry[]): ModelDescription[] {
  return entries.flatMap((entry) =>
    entry.kind === "leg_resumed" ? ((entry.data.models ?? []) as readonly ModelDescription[]) : [],
  );
}

/** Functions have no names to be told apart by. */
function isSame(model: LanguageModel, description: ModelDescription): boolean {
  if (model.provider !== description.provider) return false;
  return model.provider === "function" || model.modelId === description.modelId;
}
