import { askServer } from "./ask-server.js";
import { isCount, type ServerQuestion } from "./detect-server.js";
import { probeOllamaWindow } from "./ollama/probe-ollama-window.js";
import type { ServerInfo } from "./server-kind.js";

/** A model LM Studio has not loaded yet is loaded with this window unless set otherwise there. */
const STUDIO_DEFAULT = 4096;

/**
 * The window the server really serves the model with, in tokens (POS-BUD-10): what it was started or loaded with, never
 * what the model could do. Undefined where the server does not say.
 */
export async function probeWindow(
  question: ServerQuestion,
  server: ServerInfo,
  modelId: string,
): Promise<number | undefined> {
  const { address } = question;
  const ask = (url: string) => askServer(question.access, url, question);
  const listed = (server.models.find((model) => model.id === modelId) ?? onlyOf(server.models))?.window;
  switch (server.kind) {
    case "ollama":
      return probeOllamaWindow(question, modelId);
    case "llama-cpp": {
      const settings = (await ask(`${address.root}/props`))?.default_generation_settings;
      const slot = isObject(settings) ? settings.n_ctx : undefined;
      return isCount(slot) ? slot : listed;
    }
    case "lm-studio": {
      const model = await ask(`${address.root}/api/v0/models/${modelId.split("/").map(encodeURIComponent).join("/")}`);
      if (isCount(model?.loaded_context_length)) return model.loaded_context_length;
      return isCount(model?.max_context_length) ? Math.min(model.max_context_length, STUDIO_DEFAULT) : undefined;
    }
    case "sglang": {
      if (listed !== undefined) return listed;
      const info = await ask(`${address.root}/get_server_info`);
      return [info?.context_length, info?.max_total_num_tokens].find(isCount);
    }
    default:
      return listed;
  }
}

function onlyOf<T>(list: readonly T[]): T | undefined {
  return list.length === 1 ? list[0] : undefined;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
