import type { FinishReason } from "@pelorus/core";

/** What the providers' words for the end of an answer mean; lower case, `-` and `_` alike. */
const MEANINGS: Readonly<Record<string, FinishReason>> = {
  stop: "stop",
  end_turn: "stop",
  stop_sequence: "stop",
  pause_turn: "stop",
  eos: "stop",
  eos_token: "stop",
  completed: "stop",
  length: "length",
  max_tokens: "length",
  max_output_tokens: "length",
  model_length: "length",
  model_context_window_exceeded: "length",
  incomplete: "length",
  tool_calls: "tool-calls",
  tool_use: "tool-calls",
  function_call: "tool-calls",
  content_filter: "content-filter",
  content_filtered: "content-filter",
  refusal: "content-filter",
  safety: "content-filter",
  recitation: "content-filter",
  blocklist: "content-filter",
  prohibited_content: "content-filter",
  error: "error",
  failed: "error",
  cancelled: "error",
  abort: "error",
  insufficient_system_resource: "error",
};

/**
 * The finish reason for a provider's word; total. No word at all is undefined, a word nobody has seen is `stop`
 * (POS-CON-01), and an answer that ends with calls says so whatever the server called it.
 */
export function finishReasonOf(word: unknown, hasToolCalls = false): FinishReason | undefined {
  if (typeof word !== "string" || word === "") return hasToolCalls ? "tool-calls" : undefined;
  const key = word.toLowerCase().replaceAll("-", "_");
  // POS-ADP-06
  const reason = Object.hasOwn(MEANINGS, key) ? (MEANINGS[key] as FinishReason) : "stop";
  return reason === "stop" && hasToolCalls ? "tool-calls" : reason;
}
