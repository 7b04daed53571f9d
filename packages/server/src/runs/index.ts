export { foldProgress, initialProgress, pendingId } from "./fold-progress.js";
export { isFinal } from "./is-final.js";
export type { ManagedRun } from "./managed-run.js";
export { memoryRunStore } from "./memory-run-store.js";
export type { EventBatch } from "./read-events.js";
export type { RunProgress, RunResult, RunState, StepProgress } from "./run-documents.js";
export { RunRegistry, type RunRegistryOptions } from "./run-registry.js";
export type { EventPage, RunStore, StoredRun } from "./run-store.js";
export { takePlaces } from "./take-places.js";
