import { ModelCallError } from "@pelorus/core";
import { askServer } from "../ask-server.js";
import { isCount, type ServerQuestion } from "../detect-server.js";

/** Asked for where nothing else is set. This server's own default is smaller, and it cuts in silence. */
const DEFAULT_NUM_CTX = 8192;

/**
 * The window to ask this server for: the one the model's file sets, else the one it is loaded with, else 8,192; never more
 * than the model was made for. The server takes the window from each call (`num_ctx`), so what is said here is what
 * holds. Rejects with a `ModelCallError` when the model is not there.
 */
export async function probeOllamaWindow(question: ServerQuestion, modelId: string): Promise<number> {
  const { address, access } = question;
  const shown = await askServer(access, `${address.root}/api/show`, { ...question, body: { model: modelId } });
  if (shown === undefined) {
    throw new ModelCallError(`${address.label} has no model ${modelId}; run: ollama pull ${modelId}`, {
      statusCode: 404,
    });
  }
  const made = trainedWindow(shown);
  const set = /^num_ctx\s+(\d{1,9})\s*$/m.exec(typeof shown.parameters === "string" ? shown.parameters : "")?.[1];
  if (set !== undefined) return Math.min(Number(set), made);
  const running = (await askServer(access, `${address.root}/api/ps`, question))?.models;
  const loaded = (Array.isArray(running) ? (running as unknown[]) : [])
    .filter(isObject)
    .find((model) => model.name === modelId || model.model === modelId || model.name === `${modelId}:latest`);
  return Math.min(isCount(loaded?.context_length) ? loaded.context_length : DEFAULT_NUM_CTX, made);
}

/** `<architecture>.context_length` of the model's own data. */
function trainedWindow(shown: Record<string, unknown>): number {
  const info = isObject(shown.model_info) ? shown.model_info : {};
  const stated = info[`${String(info["general.architecture"])}.context_length`];
  return isCount(stated) ? stated : Number.POSITIVE_INFINITY;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
