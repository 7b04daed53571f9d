import type { LanguageModel } from "@pelorus/core";
import { offlineModel } from "./offline/offline-model.js";
import { ProviderError } from "./provider-error.js";

/** Environment variables, as `process.env` holds them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Forms a model text may have, with what each needs. */
const ACCEPTED = ['"offline" (the built-in extractive model; no key, no network)'] as const;

/**
 * The model that `text` names: `offline`. Case and surrounding blanks do not matter. Reads no environment of its own:
 * whatever a provider needs is taken from `env`. Rejects with `ProviderError` `model_unknown`, which lists what is
 * accepted.
 */
export async function resolveModel(text: string, options: { readonly env: Environment }): Promise<LanguageModel> {
  void options;
  if (text.trim().toLowerCase() === "offline") return offlineModel();
  throw new ProviderError(
    "model_unknown",
    `No model is known as ${JSON.stringify(text)}; accepted: ${ACCEPTED.join(", ")}.`,
  );
}
