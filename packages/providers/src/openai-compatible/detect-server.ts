import type { FailureContext } from "../wire/provider-failure.js";
import { askServer } from "./ask-server.js";
import type { ServerAddress } from "./server-address.js";
import type { ServerAccess } from "./server-call.js";
import type { ListedModel, ServerInfo, ServerKind } from "./server-kind.js";

export interface ServerQuestion {
  readonly address: ServerAddress;
  readonly access: ServerAccess;
  readonly context: FailureContext;
  readonly signal: AbortSignal;
}

/** By whom servers say their models are owned. */
const OWNERS: Readonly<Record<string, ServerKind>> = {
  vllm: "vllm",
  sglang: "sglang",
  llamacpp: "llama-cpp",
  library: "ollama",
  organization_owner: "lm-studio",
};

/** Members of a model list that hold the window, as servers call it. */
const WINDOW_MEMBERS = ["max_model_len", "context_length", "context_window", "max_context_length"] as const;

/**
 * Finds out which server answers, by the list of its models and, where that does not tell, by paths only one of them has.
 * Rejects with a `ModelCallError` when nobody answers or the key is refused.
 */
export async function detectServer(question: ServerQuestion): Promise<ServerInfo> {
  const { address } = question;
  const ask = (url: string) => askServer(question.access, url, question);
  const list = await ask(`${address.api}/models`);
  const entries = Array.isArray(list?.data) ? (list.data as unknown[]).filter(isObject) : [];
  const models = entries.flatMap(listedModel);
  const owner = entries.map((entry) => OWNERS[String(entry.owned_by)]).find((kind) => kind !== undefined);

  const version = (await ask(`${address.root}/${owner === "vllm" ? "version" : "api/version"}`))?.version;
  const said = typeof version === "string" ? { version } : {};
  if (owner === "vllm" || owner === "sglang" || owner === "llama-cpp") return { kind: owner, ...said, models };
  if (typeof version === "string") return { kind: "ollama", version, models };
  if (isObject((await ask(`${address.root}/props`))?.default_generation_settings)) return { kind: "llama-cpp", models };
  if (isStudioList(await ask(`${address.root}/api/v0/models`))) return { kind: "lm-studio", models };
  if (typeof (await ask(`${address.root}/get_model_info`))?.model_path === "string") return { kind: "sglang", models };
  const vllm = (await ask(`${address.root}/version`))?.version;
  if (typeof vllm === "string") return { kind: "vllm", version: vllm, models };
  return { kind: owner ?? "other", models };
}

function listedModel(entry: Record<string, unknown>): ListedModel[] {
  if (typeof entry.id !== "string") return [];
  const meta = isObject(entry.meta) ? entry.meta.n_ctx : undefined;
  const window = [...WINDOW_MEMBERS.map((name) => entry[name]), meta].find(isCount);
  return [{ id: entry.id, ...(window === undefined ? {} : { window }) }];
}

function isStudioList(list: Record<string, unknown> | undefined): boolean {
  const [first] = Array.isArray(list?.data) ? (list.data as unknown[]) : [];
  return isObject(first) && "max_context_length" in first;
}

export function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
