import type { EventDataByKind, EventKind } from "@pelorus/core";
import type { EntryLevel } from "./log-levels.js";

/** How one kind of event is told. */
export interface EventEntry<K extends EventKind> {
  readonly level: EntryLevel | ((data: EventDataByKind[K]) => EntryLevel);
  readonly message: string;
  /**
   * Members of the data that are written. What is not named is not written: what a request, a document or an answer says
   * stands in the record, and a log is kept elsewhere and read by others.
   */
  readonly members: readonly (keyof EventDataByKind[K] & string)[];
  /** Members that are written from `debug` on. */
  readonly details?: readonly (keyof EventDataByKind[K] & string)[];
  /** Members made from the data, named as they are written. */
  readonly made?: (data: EventDataByKind[K]) => Readonly<Record<string, unknown>>;
  /** Text members of which only the length is written, as `<member>_length`. */
  readonly lengths?: readonly (keyof EventDataByKind[K] & string)[];
}

/** A kind that is not here does not compile. */
export const EVENT_ENTRIES: { readonly [K in EventKind]: EventEntry<K> } = {
  run_started: {
    level: "info",
    message: "run started",
    members: ["sessionId", "requestDigest", "windowNumber", "profile", "window", "optionsDigest"],
    lengths: ["request"],
  },
  intent_classified: {
    level: "info",
    message: "request classified",
    members: ["operations", "language", "confidence", "depth"],
  },
  lifecycle_transitioned: { level: "debug", message: "state", members: ["from", "state", "operation"] },
  note_recorded: { level: "debug", message: "note", members: ["operation", "question"], lengths: ["detail"] },
  frame_positioned: {
    level: "debug",
    message: "frame positioned",
    members: ["attempt", "sections", "capabilityIds", "selectionReason", "rejected"],
  },
  budget_trimmed: {
    level: "warn",
    message: "prompt trimmed to fit the window",
    members: ["purpose", "section", "mode", "tokensBefore", "tokensAfter", "linesRemoved"],
  },
  provider_truncated: {
    level: "warn",
    message: "provider cut the prompt",
    members: ["counted", "reported", "window"],
  },
  model_call_started: {
    level: "debug",
    message: "model call started",
    members: ["key", "purpose", "inputTokens", "maxOutputTokens", "exact"],
  },
  model_call_finished: {
    level: ({ error }) => (error === undefined ? "debug" : "error"),
    message: "model call finished",
    members: ["key", "finishReason", "durationMs", "error"],
  },
  text_started: { level: "trace", message: "text started", members: ["messageId"] },
  text_delta: { level: "trace", message: "text", members: ["messageId"], lengths: ["delta"] },
  text_ended: { level: "trace", message: "text ended", members: ["messageId", "complete"] },
  reasoning_started: { level: "trace", message: "reasoning started", members: ["messageId"] },
  reasoning_delta: { level: "trace", message: "reasoning", members: ["messageId"], lengths: ["delta"] },
  reasoning_ended: { level: "trace", message: "reasoning ended", members: ["messageId"] },
  tool_input_delta: { level: "trace", message: "arguments arriving", members: ["callId"], lengths: ["delta"] },
  tool_call_started: {
    level: "info",
    message: "tool call started",
    members: ["callId", "capabilityId", "argumentsDigest"],
    details: ["arguments"],
  },
  tool_call_finished: {
    level: ({ outcome }) => (outcome === "ok" ? "info" : "warn"),
    message: "tool call finished",
    members: ["callId", "outcome", "durationMs", "error"],
  },
  tool_call_refused: {
    level: "warn",
    message: "tool call refused",
    members: ["callId", "capabilityId", "reason"],
  },
  observation_recorded: {
    level: "debug",
    message: "result kept",
    members: ["callId", "capabilityId", "ref", "bytes"],
    lengths: ["summary"],
  },
  reask_sent: { level: "warn", message: "model asked again", members: [], details: ["problem"] },
  retry_scheduled: {
    level: "warn",
    message: "call will be made again",
    members: ["key", "attempt", "delayMs", "reason"],
  },
  window_continued: { level: "info", message: "output goes on in a further window", members: ["window", "reason"] },
  model_fallback: { level: "warn", message: "other model used", members: ["key", "from", "to", "reason"] },
  step_replanned: { level: "warn", message: "step planned anew", members: ["reason", "capabilityId"] },
  loop_detected: { level: "warn", message: "tool calls repeat", members: ["period", "capabilityId"] },
  verdict_reached: {
    level: ({ verdict }) => (verdict.checks.some(({ outcome }) => outcome === "fail") ? "warn" : "debug"),
    message: "output judged",
    members: ["attempt"],
    made: ({ verdict }) => ({
      score: verdict.score,
      checked: verdict.checked,
      by: verdict.by,
      failed: verdict.checks.filter(({ outcome }) => outcome === "fail").map(({ id }) => id),
    }),
    details: ["verdict"],
  },
  depth_renegotiated: {
    level: "info",
    message: "depth changed",
    members: ["from", "to", "direction", "reason", "count"],
  },
  policy_decided: {
    level: ({ verdict }) => (verdict === "halt" || verdict === "deny" ? "warn" : "debug"),
    message: "policy decided",
    members: ["point", "subject", "verdict", "reasons", "rule"],
  },
  approval_requested: {
    level: "info",
    message: "approval asked for",
    members: ["id", "reason"],
    details: ["call"],
  },
  approval_resolved: { level: "info", message: "approval answered", members: ["id", "decision"] },
  clarification_requested: {
    level: "info",
    message: "clarification asked for",
    members: ["requestId"],
    lengths: ["question"],
  },
  clarification_resolved: { level: "info", message: "clarification answered", members: ["id", "action"] },
  fact_established: {
    level: "debug",
    message: "fact established",
    members: ["factId", "provenance", "confidence"],
    lengths: ["statement"],
  },
  decision_recorded: { level: "debug", message: "decision recorded", members: ["decisionId", "provenance"] },
  fact_invalidated: { level: "info", message: "fact invalidated", members: ["factId", "affected"] },
  step_integrated: {
    level: ({ outcome }) => (outcome === "done" ? "info" : "warn"),
    message: "step integrated",
    members: ["outcome", "outputDigest", "avec"],
  },
  node_recorded: { level: "debug", message: "node recorded", members: ["nodeId", "parentNode"], lengths: ["node"] },
  spend_recorded: {
    level: "debug",
    message: "spend recorded",
    members: ["key", "model", "inputTokens", "outputTokens", "amount", "currency", "total", "estimated"],
  },
  usage_reported: {
    level: "debug",
    message: "usage",
    members: ["inputTokens", "outputTokens", "cachedInputTokens", "estimated"],
  },
  state_sealed: { level: "debug", message: "state sealed", members: ["csoId", "windowNumber"] },
  run_waiting: {
    level: "info",
    message: "run waits for a person",
    members: [],
    made: ({ pending }) => ({ pending: pending.map(({ kind }) => kind) }),
  },
  run_resumed: { level: "info", message: "run resumed", members: ["leg"] },
  run_finished: {
    level: ({ status }) => (status === "complete" ? "info" : status === "partial" ? "warn" : "error"),
    message: "run finished",
    members: ["status", "haltReason", "completion", "remaining", "error"],
  },
};
