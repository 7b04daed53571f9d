import type { LanguageModel } from "@pelorus/core";
import { parseModelText } from "./model-text/parse-model-text.js";
import type { Environment, ResolveContext } from "./model-text/resolve-context.js";
import { type ModelScheme, SCHEMES } from "./model-text/schemes.js";
import { ProviderError } from "./provider-error.js";
import type { Fetch } from "./wire/guarded-fetch.js";

/**
 * The model that `text` names: `offline`, `openai:<model>`, `openai-chat:<model>`, `anthropic:<model>`, the address of a
 * server with the model after `#` (`http://localhost:11434/v1#<model>`), or several of these separated by commas, of which
 * each takes over when the one before fails (POS-FBK-01). Case of the scheme and surrounding blanks do not matter. Keys are
 * taken from `env`, never from the process; vendors' packages are loaded here, so that a missing one is told at once.
 * Rejects with `ProviderError`: `model_unknown`, `key_missing`, `package_missing`.
 */
export async function resolveModel(
  text: string,
  options: { readonly env: Environment; readonly fetch?: Fetch },
): Promise<LanguageModel> {
  const context: ResolveContext = { env: options.env, fetch: options.fetch };
  // Every part is read before any model is made: a mistake in the last is told before the first costs anything.
  const parts = parseModelText(text).map(({ scheme, rest }) => ({ scheme: schemeOf(scheme, text), rest }));
  const models: LanguageModel[] = [];
  for (const { scheme, rest } of parts) models.push(await scheme.resolve(rest, context));
  const [first, ...others] = models;
  if (first === undefined) throw unknown(text);
  if (others.length === 0) return first;
  const { withFallback } = await import("./resilience/with-fallback.js");
  return withFallback([first, ...others]);
}

function schemeOf(name: string, text: string): ModelScheme {
  const found = SCHEMES.find((scheme) => scheme.names.includes(name));
  if (found === undefined) throw unknown(text);
  return found;
}

function unknown(text: string): ProviderError {
  const accepted = SCHEMES.map(({ form, needs }) => `${JSON.stringify(form)} (${needs})`).join(", ");
  return new ProviderError(
    "model_unknown",
    `No model is known as ${JSON.stringify(text.slice(0, 200))}; accepted: ${accepted}; or several of them separated by commas, each to take over from the one before.`,
  );
}
