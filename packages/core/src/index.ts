export { guardPromptBudget } from "./budget/guard-prompt-budget.js";
export { overflowFromProvider } from "./budget/overflow-from-provider.js";
export { trimMessageHistory } from "./budget/trim-message-history.js";
export { CapabilitySlot } from "./capability/capability-slot.js";
export { checkSchemas } from "./capability/check-schemas.js";
export { defineCapability } from "./capability/define-capability.js";
export { descriptorFrom } from "./capability/descriptor-from.js";
export { detectLoop } from "./capability/detect-loop.js";
export type { SelectOptions } from "./capability/fabric.js";
export { ToolCapabilityFabric } from "./capability/fabric.js";
export { narrowSelection } from "./capability/narrow-selection.js";
export { parseToolCall } from "./capability/parse-tool-call.js";
export { ParsedToolCall } from "./capability/parsed-tool-call.js";
export { buildToolPositioningFrame, ToolPositioningFrame } from "./capability/tool-frame.js";
export { vendorSafeNames } from "./capability/vendor-safe-names.js";
export type {
  CapabilityCallContext,
  CapabilityDefinition,
  CapabilityDescriptor,
  CapabilityImplementation,
  CapabilityKind,
  CapabilityProfile,
  CapabilitySelection,
  Embedder,
  RejectedCapability,
  RejectionReason,
  SafetyClass,
  SelectedCapability,
  StructuredOutputMode,
  ToolCallProblem,
} from "./contract/capability.js";
export { CAPABILITY_KINDS, CAPABILITY_PROFILES, PROFILE_LIMITS, SAFETY_CLASSES } from "./contract/capability.js";
export type { DepthBudget, DepthLevel, DepthMetadata, RenegotiationReason } from "./contract/depth.js";
export { DEPTH_BUDGETS, DEPTH_LEVELS, MAX_RENEGOTIATIONS } from "./contract/depth.js";
export type { Clock, EffectAct, IdSource, Journal, JournalEntry } from "./contract/effect.js";
export type { CoreErrorCode } from "./contract/error.js";
export {
  AbortedError,
  AnswerNotUnderstoodError,
  ClassifierError,
  CORE_ERRORS,
  ContextOverflowError,
  DescriptorError,
  IncompleteOutputError,
  InvalidOptionsError,
  InvalidTransition,
  JournalError,
  ModelCallError,
  PelorusError,
  PolicyError,
  ProviderTruncatedError,
  ReplayDivergenceError,
  SecretsMissingError,
  StateError,
  ToolCallInvalidError,
  UnknownRequestError,
} from "./contract/error.js";
export type {
  EventDataByKind,
  EventKind,
  OperationState,
  PendingRequest,
  RunErrorData,
  RunEvent,
  RunStatus,
} from "./contract/event.js";
export { OPERATION_STATES } from "./contract/event.js";
export type { FrameFact, RequestedForm } from "./contract/frame.js";
export type {
  ChatProvider,
  FinishReason,
  JsonSchema,
  JsonValue,
  LanguageModel,
  ModelCall,
  ModelCallPurpose,
  ModelCapability,
  ModelPricing,
  ModelRequest,
  ModelResponse,
  ModelStreamPart,
  ModelToolDefinition,
  ModelUsage,
  NativeToolCall,
  TokenPrices,
  WindowSource,
} from "./contract/model.js";
export { FINISH_REASONS, MODEL_CAPABILITIES } from "./contract/model.js";
export type { ToolExecutionResult, ToolObservation, ToolOutcome } from "./contract/observation.js";
export type {
  Classification,
  ClassificationContext,
  CueEvidence,
  CueRole,
  PlannedOperation,
  RequestClassifier,
  StlOperation,
} from "./contract/operation.js";
export { STL_OPERATIONS } from "./contract/operation.js";
export type {
  ApprovalRequest,
  ClarificationAnswer,
  ClarificationRequest,
  ClarifyHandler,
  HaltFrame,
  InspectionPoint,
  PersonRequest,
  PolicyContextData,
  PolicyDecision,
  PolicyVerdict,
  ResourceGovernor,
  ResourcePlan,
} from "./contract/policy.js";
export type { BudgetResult, PromptSection, TrimMode, TrimRecord } from "./contract/prompt-section.js";
export type { Avec, CognitiveStateData, ContextFact, Decision, EstablishedFact } from "./contract/state.js";
export type { TokenCounter } from "./contract/token-counter.js";
export type { Verdict, VerdictCheck } from "./contract/verdict.js";
export { CapabilityExecutor } from "./effect/executor.js";
export { fromChatProvider, modelFromFunction } from "./effect/language-model.js";
export { loadTokenCounter } from "./effect/load-token-counter.js";
export { memoryJournal } from "./effect/memory-journal.js";
export { providerModelCall } from "./effect/provider-model-call.js";
export { type RecordFolder, recordFolder } from "./effect/record-folder.js";
export { decodeEvent, encodeEvent } from "./effect/record-lines.js";
export { systemGovernor } from "./effect/system-governor.js";
export { applyInboundHeaders, type InboundOverrides } from "./lifecycle/headers/apply-inbound-headers.js";
export { formatHeaders } from "./lifecycle/headers/format-headers.js";
export type { HeaderValues } from "./lifecycle/headers/header-values.js";
export { isProtocolHeader } from "./lifecycle/headers/is-protocol-header.js";
export { parseHeaders } from "./lifecycle/headers/parse-headers.js";
export { OperationStateMachine } from "./lifecycle/machine.js";
export { OperationEvent } from "./lifecycle/operation-event.js";
export { PolicyContext } from "./policy/policy-context.js";
export { type StrataPolicy, type StrataPolicyOptions, strataPolicy } from "./policy/strata-policy.js";
export { buildGoalCompass } from "./position/build-compass.js";
export { buildOperationFrame } from "./position/build-frame.js";
export { classifyOperations } from "./position/classify-operations.js";
export { classifyRequest } from "./position/classify-request.js";
export { GoalCompass } from "./position/goal-compass.js";
export { lexicalClassifier } from "./position/lexical-classifier.js";
export { modelClassifier } from "./position/model-classifier.js";
export { negotiateDepth, renegotiateDepth } from "./position/negotiate-depth.js";
export { OperationFrame } from "./position/operation-frame.js";
export { operationFromToken } from "./position/operation-from-token.js";
export { operationToToken } from "./position/operation-to-token.js";
export { parseSections } from "./position/parse-sections.js";
export { planOperations } from "./position/plan-operations.js";
export { answerPositioned, pendingRequests } from "./run/answer-positioned.js";
export { checkOptions as checkRunOptions } from "./run/check-options.js";
export { type ReplayOptions, type RunRecord, replayRun } from "./run/replay-run.js";
export type { PositionedResult, StepResult } from "./run/result.js";
export { resumePositioned } from "./run/resume-positioned.js";
export type { RunHandle } from "./run/run-handle.js";
export type { RunOptions } from "./run/run-options.js";
export { runPositioned } from "./run/run-positioned.js";
export type { StlResult, StlSession } from "./run/stl-execute.js";
export { stlExecute } from "./run/stl-execute.js";
export { streamPositioned } from "./run/stream-positioned.js";
export { stateFromRecord, verifyRecord } from "./run/verify-record.js";
export { CognitiveStateObject } from "./state/cognitive-state-object.js";
export { fold } from "./state/fold.js";
export { fanInHmac, idOnlyHmac, windowHmac } from "./state/interop-hmac.js";
export { sealCso, verifyCso, verifyCsoChain } from "./state/seal.js";
export { verifyOutput } from "./verify/verify-output.js";
