import {
  AbortedError,
  ContextOverflowError,
  ModelCallError,
  PelorusError,
  ProviderTruncatedError,
} from "../contract/error.js";
import { estimateTokens } from "../contract/estimate-tokens.js";
import type { ModelCallPurpose } from "../contract/model.js";
import type { PromptSection } from "../contract/prompt-section.js";
import type { ModelCallOutcome, ModelCallSpec } from "../effect/model-call.js";
import { CostLimitReached } from "../effect/spend-ledger.js";
import { Halt } from "./halt.js";
import { emit, type Run } from "./run.js";
import type { StepRecord } from "./step-record.js";

/** Raised where a step would make a call its token limit no longer allows; the step ends with what it has. */
export class TokenLimitReached extends Error {}

/** True when the step has used the tokens its policies let it have. */
export function tokensEnded(record: Pick<StepRecord, "spentTokens" | "tokenLimit">): boolean {
  return record.spentTokens >= record.tokenLimit;
}

/** Calls the model for a step and turns what cannot be gone on from into the halt it means (POS, table of §7). */
export async function callModel(
  run: Run,
  lane: number,
  record: StepRecord,
  purpose: ModelCallPurpose,
  sections: readonly PromptSection[],
  extra: Partial<Pick<ModelCallSpec, "schema" | "tools" | "maxOutputTokens" | "act" | "onDelta">> = {},
): Promise<ModelCallOutcome> {
  // STRATA-POL-10: once the operation's limit is reached no further call is made.
  if (tokensEnded(record)) throw new TokenLimitReached();
  record.measures.attempted++;
  try {
    const outcome = await run.caller.call({
      stepId: record.step.id,
      attempt: record.attempts,
      act: "model",
      purpose,
      lane,
      sections,
      schema: null,
      ...extra,
      ...(extra.onDelta === undefined ? {} : { onAbandoned: () => run.text.end(false) }),
    });
    // POS-BUD-16: the frame of an operation is its first prompt, as sent.
    if (record.frameTokens === 0) {
      record.frameTokens = outcome.promptTokens;
      run.frameTokensTotal += outcome.promptTokens;
    }
    record.promptTokens += outcome.promptTokens;
    record.spentTokens += outcome.inputTokens + outcome.outputTokens;
    record.replyTokens += estimateTokens(outcome.text);
    record.trims += outcome.trims;
    record.measures.redone += outcome.retries;
    record.measures.attempted += outcome.retries;
    record.measures.failed += outcome.retries;
    if (extra.onDelta === undefined && outcome.reasoning !== undefined && outcome.reasoning !== "") {
      run.text.wholeReasoning(lane, record.step.id, outcome.reasoning);
    }
    return outcome;
  } catch (error) {
    record.measures.failed++;
    throw haltFor(error);
  }
}

/** The halt an error of a model call means; anything else is passed on as it is. */
export function haltFor(error: unknown): unknown {
  if (error instanceof CostLimitReached) return new Halt("cost_limit");
  if (!PelorusError.isInstance(error) || error instanceof AbortedError) return error;
  const data = { code: error.code, message: error.message, isRetryable: error.isRetryable };
  if (error instanceof ContextOverflowError) return new Halt("context_overflow", { error: data, cause: error });
  if (error instanceof ProviderTruncatedError) return new Halt("provider_truncated", { error: data, cause: error });
  if (error instanceof ModelCallError) return new Halt("provider_call_failed", { error: data, cause: error });
  return error;
}

/** Streams the deliverable's prose; other outputs are not shown as they come. */
export function deltaListener(run: Run, lane: number, record: StepRecord): ModelCallSpec["onDelta"] {
  if (!record.step.deliverable || run.options.includeHeadings === true) return undefined;
  return (kind, delta, callId) => {
    if (kind === "text") run.text.text(lane, record.step.id, delta);
    else if (kind === "reasoning") run.text.reasoning(lane, record.step.id, delta);
    else emit(run, lane, "tool_input_delta", { callId: callId ?? record.step.id, delta });
  };
}
