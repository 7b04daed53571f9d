import type { LanguageModel, ModelPricing } from "@pelorus/core";
import { modelFacts } from "./model-facts.js";

/** What a caller knows better than the snapshot; false as `pricing` looks no price up. */
export interface KnownFacts {
  /** Tokens. */
  readonly contextWindow?: number | undefined;
  readonly pricing?: ModelPricing | false | undefined;
}

/**
 * The members of a vendor's model that say its window and price: the caller's own where given, else the snapshot's, looked
 * up when a run first asks (POS-BUD-10).
 */
export function catalogueKnowledge(
  vendor: string,
  modelId: string,
  known: KnownFacts,
): Pick<LanguageModel, "contextWindowSize" | "windowSource" | "pricing" | "loadPricing"> {
  const { contextWindow, pricing } = known;
  return {
    windowSource: "catalogue",
    contextWindowSize: async () => contextWindow ?? (await modelFacts(vendor, modelId))?.contextWindow,
    ...(typeof pricing === "object" ? { pricing } : {}),
    ...(pricing === undefined ? { loadPricing: async () => (await modelFacts(vendor, modelId))?.pricing } : {}),
  };
}
