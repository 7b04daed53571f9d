import type { TokenCounter } from "../contract/token-counter.js";

/** Most tokens a provider plausibly adds to one message; a larger surplus means that the counter counts too little. */
const MOST_PER_MESSAGE = 16;

/** What reports have shown beyond our own count. Only ever grows. */
export interface OverheadCalibration {
  /** Tokens added to every message. */
  readonly perMessage: number;
  /** Reported ÷ counted text, at least 1. */
  readonly ratio: number;
}

/** Nothing learnt yet; the safety margin covers the first call. */
export const UNCALIBRATED: OverheadCalibration = { perMessage: 0, ratio: 1 };

/** One report of a provider beside our count of the same call. */
export interface UsageReport {
  /** Our count of the text that was sent. */
  readonly countedTokens: number;
  readonly reportedTokens: number;
  /** Messages the text was sent in. */
  readonly messages: number;
}

/**
 * Learns from one report (POS-BUD-09): a small surplus is framing of messages, the rest a tokenizer that makes more
 * tokens than ours. A report below the count teaches nothing. Returns the same object when nothing changed.
 */
export function calibrateOverhead(known: OverheadCalibration, report: UsageReport): OverheadCalibration {
  const { countedTokens, reportedTokens, messages } = report;
  const surplus = reportedTokens - calibratedTokens(known, countedTokens, messages);
  // POS-BUD-09: upward only; one short report must not take back what a long one showed.
  if (!(surplus > 0) || messages < 1 || !Number.isFinite(surplus)) return known;
  const perMessage = Math.min(MOST_PER_MESSAGE, known.perMessage + surplus / messages);
  const framing = perMessage * messages;
  const ratio = countedTokens > 0 ? Math.max(known.ratio, (reportedTokens - framing) / countedTokens) : known.ratio;
  return { perMessage, ratio };
}

/** What a provider will count for a text of `countedTokens` in `messages` messages, rounded up. */
export function calibratedTokens(known: OverheadCalibration, countedTokens: number, messages: number): number {
  return Math.ceil(known.ratio * countedTokens - 1e-9) + overheadTokens(known, messages);
}

/** The part of it that does not depend on the text: `overheadTokens` of the guard. */
export function overheadTokens(known: OverheadCalibration, messages: number): number {
  return Math.ceil(known.perMessage * messages - 1e-9);
}

/** A counter that counts as the provider was seen to; the counter itself while nothing was learnt about its ratio. */
export function calibratedCounter(counter: TokenCounter, known: OverheadCalibration): TokenCounter {
  if (known.ratio === 1) return counter;
  return {
    name: `${counter.name}×${known.ratio.toFixed(3)}`,
    exact: false,
    count: (text) => Math.ceil(known.ratio * counter.count(text)),
  };
}
