export { createHandler, type Handler } from "./create-handler.js";
export type { Endpoint } from "./endpoint.js";
export { openApiDocument } from "./openapi/openapi-document.js";
export type { PageFiles } from "./page/page-files.js";
export type { ProblemDocument } from "./problem/problem-document.js";
export { ServerError } from "./problem/server-error.js";
export { SERVER_ERRORS, type ServerErrorCode } from "./problem/server-errors.js";
export type { DocumentSchema, ProblemCode, Route, RouteAnswer, RouteParameter } from "./routes/route.js";
export {
  type EventBatch,
  type EventPage,
  foldProgress,
  initialProgress,
  isFinal,
  type ManagedRun,
  memoryRunStore,
  pendingId,
  type RecoverySource,
  type RunOrigin,
  type RunProgress,
  type RunRecords,
  RunRegistry,
  type RunRegistryOptions,
  type RunResult,
  type RunState,
  type RunStore,
  type StepProgress,
  type StoredRun,
  type UnfinishedRun,
} from "./runs/index.js";
export type { Authorize, Caller } from "./security/authorize.js";
export { bearerTokens, type TokenOfOwner } from "./security/bearer-tokens.js";
export type { FrameSource, ServerContext, ServerEnv, StartRequest } from "./server-context.js";
export { DEFAULT_LIMITS, type ServerLimits } from "./server-limits.js";
export type { ResumeContext, ServerOptions, StartContext } from "./server-options.js";
