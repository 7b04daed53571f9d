export type { ReasoningEffort } from "./model-family.js";
export { openaiModel } from "./openai-model.js";
export type { OpenAIModelOptions } from "./openai-options.js";
