export { type AiSdkModelOptions, aiSdkModel } from "./ai-sdk-model.js";
export type { AiSdkLanguageModel, AiSdkProviderOptions } from "./ai-sdk-types.js";
export { boundedFetch } from "./bounded-fetch.js";
