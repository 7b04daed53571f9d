export { ServerError } from "./problem/server-error.js";
export { SERVER_ERRORS, type ServerErrorCode } from "./problem/server-errors.js";
export {
  type EventBatch,
  type EventPage,
  foldProgress,
  initialProgress,
  isFinal,
  type ManagedRun,
  memoryRunStore,
  pendingId,
  type RunProgress,
  RunRegistry,
  type RunRegistryOptions,
  type RunResult,
  type RunState,
  type RunStore,
  type StepProgress,
  type StoredRun,
} from "./runs/index.js";
export type { Endpoint, ServerContext, ServerEnv, StartRequest } from "./server-context.js";
export { DEFAULT_LIMITS, type ServerLimits } from "./server-limits.js";
