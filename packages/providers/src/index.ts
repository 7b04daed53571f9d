export type { Environment } from "./model-text/resolve-context.js";
export { PROVIDER_ERRORS, ProviderError, type ProviderErrorCode } from "./provider-error.js";
export { resolveModel } from "./resolve-model.js";
