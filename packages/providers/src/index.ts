export type { Environment } from "./model-text/resolve-context.js";
export { type FoundServer, findLocalServers, LOCAL_ADDRESSES } from "./probe/find-local-servers.js";
export type { ModelProbe, ProbeCheck } from "./probe/probe-check.js";
export { type ProbeOptions, probeModel } from "./probe/probe-model.js";
export { probeModelText } from "./probe/probe-model-text.js";
export { PROVIDER_ERRORS, ProviderError, type ProviderErrorCode } from "./provider-error.js";
export { resolveModel } from "./resolve-model.js";
