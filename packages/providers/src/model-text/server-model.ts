import type { LanguageModel } from "@pelorus/core";
import type { OpenAICompatibleOptions } from "../openai-compatible/openai-compatible-model.js";
import { ProviderError } from "../provider-error.js";
import type { ResolveContext } from "./resolve-context.js";

/** The model at an address: `<base URL>#<model>`, set up further by `more`. */
export async function serverModel(
  address: string,
  { env, fetch }: ResolveContext,
  more: Partial<OpenAICompatibleOptions> = {},
): Promise<LanguageModel> {
  const hash = address.indexOf("#");
  const [base, modelId] = hash < 0 ? [address, ""] : [address.slice(0, hash), decoded(address.slice(hash + 1).trim())];
  const url = URL.canParse(base) ? new URL(base) : null;
  if (url === null)
    throw new ProviderError("model_unknown", `${JSON.stringify(base.slice(0, 200))} is no address of a server.`);
  if (url.username !== "" || url.password !== "") {
    throw new ProviderError(
      "model_unknown",
      "The address holds a name or password, which would be kept with every record; set OPENAI_COMPATIBLE_API_KEY instead.",
    );
  }
  if (modelId === "") {
    throw new ProviderError(
      "model_unknown",
      `The model's name is missing; write it after "#", as in ${JSON.stringify(`${base}#llama3.2`)}.`,
    );
  }
  const apiKey = env.OPENAI_COMPATIBLE_API_KEY?.trim();
  const { openaiCompatibleModel } = await import("../openai-compatible/openai-compatible-model.js");
  return openaiCompatibleModel(modelId, {
    baseURL: base,
    ...(apiKey === undefined || apiKey === "" ? {} : { apiKey }),
    ...(fetch === undefined ? {} : { fetch }),
    ...more,
  });
}

/** Ids may hold characters an address writes in its own way; what is not so written stands as it is. */
function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
