export { type AnthropicModelOptions, anthropicModel } from "./anthropic-model.js";
export type { Effort } from "./call-settings.js";
export type { Thinking } from "./thinking.js";
