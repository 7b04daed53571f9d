import type { LanguageModel } from "@pelorus/core";
import { ProviderError } from "../provider-error.js";
import { loadPackage } from "../wire/load-package.js";
import type { ResolveContext } from "./resolve-context.js";
import { serverModel } from "./server-model.js";

/** One way to name a model. */
export interface ModelScheme {
  /** As `parseModelText` reads it. */
  readonly names: readonly string[];
  /** For people. */
  readonly form: string;
  readonly needs: string;
  resolve(rest: string, context: ResolveContext): Promise<LanguageModel>;
}

/** Every scheme. Adapters load when one is used. */
export const SCHEMES: readonly ModelScheme[] = [
  {
    names: ["offline"],
    form: "offline",
    needs: "the built-in extractive model; no key, no network",
    resolve: async () => (await import("../offline/offline-model.js")).offlineModel(),
  },
  {
    names: ["openai:"],
    form: "openai:<model>",
    needs: "Responses API; OPENAI_API_KEY",
    resolve: (rest, context) => openai(rest, context, "responses"),
  },
  {
    names: ["openai-chat:"],
    form: "openai-chat:<model>",
    needs: "Chat Completions; OPENAI_API_KEY",
    resolve: (rest, context) => openai(rest, context, "chat"),
  },
  {
    names: ["anthropic:"],
    form: "anthropic:<model>",
    needs: "ANTHROPIC_API_KEY",
    async resolve(rest, { env, fetch }) {
      const modelId = required(rest, "anthropic:claude-sonnet-5");
      const apiKey = keyOf(env, "ANTHROPIC_API_KEY", "Anthropic");
      await loadPackage("@anthropic-ai/sdk@1", () => import("@anthropic-ai/sdk"));
      const { anthropicModel } = await import("../anthropic/anthropic-model.js");
      return anthropicModel(modelId, {
        apiKey,
        ...baseURLOf(env, "ANTHROPIC_BASE_URL"),
        ...(fetch === undefined ? {} : { fetch }),
      });
    },
  },
  {
    names: ["http"],
    form: "http://localhost:11434/v1#<model>",
    needs: "a server that speaks Chat Completions; OPENAI_COMPATIBLE_API_KEY where it wants a key",
    resolve: (rest, context) => serverModel(rest, context),
  },
];

async function openai(rest: string, { env, fetch }: ResolveContext, api: "responses" | "chat"): Promise<LanguageModel> {
  const modelId = required(rest, api === "chat" ? "openai-chat:gpt-5-mini" : "openai:gpt-5-mini");
  const apiKey = keyOf(env, "OPENAI_API_KEY", "OpenAI");
  await loadPackage("openai@6", () => import("openai"));
  const { openaiModel } = await import("../openai/openai-model.js");
  return openaiModel(modelId, {
    api,
    apiKey,
    ...baseURLOf(env, "OPENAI_BASE_URL"),
    ...(fetch === undefined ? {} : { fetch }),
  });
}

function required(modelId: string, example: string): string {
  if (modelId !== "") return modelId;
  throw new ProviderError(
    "model_unknown",
    `The model's name is missing after the colon; write it as in ${JSON.stringify(example)}.`,
  );
}

function keyOf(env: ResolveContext["env"], variable: string, vendor: string): string {
  const key = env[variable]?.trim();
  if (key !== undefined && key !== "") return key;
  throw new ProviderError("key_missing", `${vendor} needs an API key: set the environment variable ${variable}.`);
}

/** Proxies and gateways are set as the vendors' packages have it. */
function baseURLOf(env: ResolveContext["env"], variable: string): { baseURL?: string } {
  const baseURL = env[variable]?.trim();
  return baseURL === undefined || baseURL === "" ? {} : { baseURL };
}
