import type { Embedder } from "../contract/capability.js";

/**
 * The embedder a run goes on with: the one of the model it was started with. Where that is not given, one stands for it that
 * has nothing beyond what is recorded, and the run goes on by words alone. Undefined for a run that was started without one.
 */
export function recordedEmbedder(model: string | undefined, given?: Embedder): Embedder | undefined {
  if (model === undefined) return undefined;
  // POS-EFF-07: vectors of two models cannot be compared.
  if (given?.model === model) return given;
  return {
    model,
    embed: () => Promise.reject(new Error(`the run was started with ${model}, which is not given now.`)),
  };
}
