import { ContextOverflowError } from "../contract/error.js";
import { statedWindow } from "./stated-window.js";

/** Codes by which servers say that a prompt does not fit. */
const OVERFLOW_CODES = new Set([
  "context_length_exceeded",
  "context_window_exceeded",
  "string_above_max_length",
  "exceed_context_size_error",
  "model_context_window_exceeded",
]);

/** Wordings by which servers say it, lower case; every one names the window or the prompt and its being too large. */
const OVERFLOW_WORDINGS: readonly (readonly [string, ...string[]])[] = [
  ["maximum context length"],
  ["context length", "exceed"],
  ["context window", "exceed"],
  ["context size", "exceed"],
  ["context limit", "exceed"],
  ["prompt is too long"],
  ["input is too long"],
  ["prompt too long"],
  ["too many tokens", "prompt"],
  ["input token count", "exceed"],
  ["max_tokens", "exceed", "context"],
  ["larger than the context"],
  ["does not fit", "context"],
  ["context length of only"],
  ["longer than the model", "context length"],
  ["tokens", "exceed", "max_model_len"],
];

/** Characters of an error message that are read. */
const READ_UNITS = 2000;
/** How deep causes and response bodies are followed. */
const LONGEST_CHAIN = 5;

/** What the call was budgeted with, for the error's numbers; tokens. */
export interface OverflowContext {
  readonly window: number;
  readonly margin: number;
  readonly reserved: number;
  /** Input as counted, or as the provider counts it; `-reserved` where it is not known. */
  readonly inputTokens: number;
  readonly sections?: readonly { readonly name: string; readonly tokens: number; readonly protected: boolean }[];
}

/**
 * The `ContextOverflowError` that a provider's error stands for, with it as cause, or null when it means something else
 * (POS-BUD-12). Its window is the one the provider names, else that of `context`. Not retryable: the same prompt cannot fit
 * a second time.
 */
export function overflowFromProvider(error: unknown, context: OverflowContext): ContextOverflowError | null {
  if (error instanceof ContextOverflowError) return error;
  if (!saysOverflow(error, LONGEST_CHAIN)) return null;
  const window = windowIn(error, LONGEST_CHAIN) ?? context.window;
  return new ContextOverflowError({
    window,
    margin: context.margin,
    reserved: context.reserved,
    // POS-BUD-12: what was sent, though it was counted to fit: how much too much it was only the provider knows.
    needed: context.inputTokens + context.reserved,
    sections: context.sections ?? [],
    refused: true,
    cause: error,
  });
}

function saysOverflow(value: unknown, depth: number): boolean {
  if (depth === 0 || value === null || value === undefined) return false;
  if (typeof value === "string") return wordsOverflow(value);
  if (typeof value !== "object") return false;
  const { code, type, message, error, cause, responseBody, data } = value as Record<string, unknown>;
  if (typeof code === "string" && OVERFLOW_CODES.has(code)) return true;
  if (typeof type === "string" && OVERFLOW_CODES.has(type)) return true;
  return [message, error, cause, responseBody, data].some((part) => saysOverflow(part, depth - 1));
}

/** The window named in the first of the error's parts that names one. */
function windowIn(value: unknown, depth: number): number | undefined {
  if (depth === 0 || value === null || value === undefined) return undefined;
  if (typeof value === "string") return statedWindow(value);
  if (typeof value !== "object") return undefined;
  const { n_ctx: stated, message, error, cause, responseBody, data } = value as Record<string, unknown>;
  if (typeof stated === "number" && Number.isSafeInteger(stated) && stated > 0) return stated;
  for (const part of [message, error, cause, responseBody, data]) {
    const window = windowIn(part, depth - 1);
    if (window !== undefined) return window;
  }
  return undefined;
}

function wordsOverflow(message: string): boolean {
  const words = message.slice(0, READ_UNITS).toLowerCase();
  if ([...OVERFLOW_CODES].some((code) => words.includes(code))) return true;
  return OVERFLOW_WORDINGS.some((wording) => wording.every((part) => words.includes(part)));
}
