export type { ReasoningEffort } from "./model-family.js";
export { type OpenAIModelOptions, openaiModel } from "./openai-model.js";
