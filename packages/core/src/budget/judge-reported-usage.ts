import type { FinishReason } from "../contract/model.js";

/** Reports below this share of ⌈bytes ÷ 4⌉ are worth an exact count. */
const SUSPICIOUS_SHARE = 0.5;
/** Reports below this share of an exact count mean that the provider read less than it was sent. */
const TRUNCATED_SHARE = 0.85;

export interface ReportedUsage {
  /** ⌈UTF-8 bytes ÷ 4⌉ of what was sent. */
  readonly estimatedTokens: number;
  /** The exact count, where the call's own budget took one. */
  readonly exactTokens?: number | undefined;
  /** Takes the exact count when the report is suspicious; absent while no encoding is loaded. */
  readonly exactCount?: (() => number) | undefined;
  /** Prompt tokens the provider reports, cached ones included. */
  readonly reportedTokens?: number | undefined;
  readonly finishReason?: FinishReason | undefined;
  readonly outputTokens?: number | undefined;
  /** Output tokens the call reserved. */
  readonly reservedTokens: number;
}

/**
 * Whether a provider cut the prompt without saying so (POS-BUD-11). `suspicious`: take an exact count and ask again with
 * it; until then nothing is established. The byte bound plays no part: no report comes near it.
 */
export function judgeReportedUsage(usage: ReportedUsage): "ok" | "suspicious" | "truncated" {
  const { estimatedTokens, exactTokens, exactCount, reportedTokens, finishReason, outputTokens, reservedTokens } =
    usage;
  // POS-BUD-11: an output cut short of its reserve met the end of a window that is smaller than believed.
  if (finishReason === "length" && outputTokens !== undefined && outputTokens < reservedTokens) return "truncated";
  if (reportedTokens === undefined) return "ok";
  if (exactTokens !== undefined) return reportedTokens < TRUNCATED_SHARE * exactTokens ? "truncated" : "ok";
  // POS-BUD-11: only a report far below any plausible count justifies loading an encoding.
  if (reportedTokens >= SUSPICIOUS_SHARE * estimatedTokens) return "ok";
  if (exactCount === undefined) return "suspicious";
  return reportedTokens < TRUNCATED_SHARE * exactCount() ? "truncated" : "ok";
}

/** The window a provider showed by cutting: prompt and output it reports together; undefined where it reports neither. */
export function reportedWindow(usage: {
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
}): number | undefined {
  if (usage.inputTokens === undefined) return undefined;
  const total = usage.inputTokens + (usage.outputTokens ?? 0);
  return total > 0 ? total : undefined;
}
