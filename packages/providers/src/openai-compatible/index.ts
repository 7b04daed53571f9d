export type { ConstrainedMode } from "./constrained-mode.js";
export { type OpenAICompatibleOptions, openaiCompatibleModel } from "./openai-compatible-model.js";
export { SERVER_KINDS, type ServerKind } from "./server-kind.js";
