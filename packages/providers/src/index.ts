export { PROVIDER_ERRORS, ProviderError, type ProviderErrorCode } from "./provider-error.js";
export { type Environment, resolveModel } from "./resolve-model.js";
