import { calibrateOverhead } from "../budget/calibrate-overhead.js";
import { judgeReportedUsage, type ReportedUsage, reportedWindow } from "../budget/judge-reported-usage.js";
import { ProviderTruncatedError } from "../contract/error.js";
import { tokensOfBytes } from "../contract/estimate-tokens.js";
import type { TokenCounter } from "../contract/token-counter.js";
import type { CallableModel } from "./callable-model.js";
import type { KeyedCall, ModelCallerOptions, ModelCallSpec } from "./model-call.js";

/**
 * POS-BUD-11: a provider that silently cut the prompt is found out by its own report. Once per run the smaller window
 * is taken over and true returned: the call is to be made again. A second time is a `ProviderTruncatedError`.
 */
export async function wasTruncated(
  spec: ModelCallSpec,
  callable: CallableModel,
  { recorded, budget: guarded }: KeyedCall,
  { emit, loadCounter }: Pick<ModelCallerOptions, "emit"> & { readonly loadCounter: () => Promise<TokenCounter> },
): Promise<boolean> {
  const { usage } = recorded;
  if (usage?.inputTokens === undefined || usage.estimated === true || recorded.cutAt !== undefined) return false;
  const judged: ReportedUsage = {
    estimatedTokens: tokensOfBytes(guarded.promptBytes),
    // What goes beside the prompt takes another form with each provider, and some tools go by the schema alone.
    exactTokens: guarded.exact ? guarded.inputTokens - guarded.overheadTokens : undefined,
    reportedTokens: usage.inputTokens,
    finishReason: recorded.finishReason,
    outputTokens: usage.outputTokens,
    reservedTokens: guarded.maxOutputTokens,
  };
  let finding = judgeReportedUsage(judged);
  if (finding === "suspicious") {
    const counter = await loadCounter();
    finding = judgeReportedUsage({ ...judged, exactCount: () => counter.count(guarded.prompt) });
  }
  if (finding !== "truncated") {
    if (guarded.exact) {
      callable.calibration = calibrateOverhead(callable.calibration, {
        countedTokens: guarded.inputTokens,
        reportedTokens: usage.inputTokens,
        messages: 1,
      });
    }
    return false;
  }
  const counted = guarded.exact ? guarded.inputTokens : tokensOfBytes(guarded.promptBytes);
  const window = reportedWindow(usage) ?? usage.inputTokens;
  emit(spec.lane, "provider_truncated", {
    stepId: spec.stepId,
    counted,
    reported: usage.inputTokens,
    window,
  });
  if (callable.truncatedBefore) throw new ProviderTruncatedError(window, counted, usage.inputTokens);
  callable.truncatedBefore = true;
  callable.window = { tokens: Math.min(callable.window.tokens, window), source: "reported" };
  return true;
}
