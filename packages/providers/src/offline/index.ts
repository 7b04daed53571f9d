export { type OfflineModelOptions, offlineModel } from "./offline-model.js";
export { saysUnknown } from "./says-unknown.js";
