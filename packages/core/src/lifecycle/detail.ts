import type { ToolOutcome } from "../contract/observation.js";

/** How a step came to its verified output (POS-LIF-06). */
export type VerifyDetail =
  | "direct-generation"
  | `direct-generation (${number} windows)`
  | "direct-answer"
  | "tool-grounded"
  | "tool-failed"
  | "selection-only"
  | "clarified-by-user"
  | "clarify-skipped";

// POS-LIF-06: the words of the details, in one place so that readers can rely on them.
export const verifiedInWindows = (windows: number): VerifyDetail =>
  windows > 1 ? `direct-generation (${windows} windows)` : "direct-generation";

/** Detail of `integrate`: the length of the output in UTF-16 units. */
export const integratedDetail = (outputLength: number): string => `output_len=${outputLength}`;

/** Note of a further window of one output. */
export const continuationNote = (window: number, words: number, sections: number): string =>
  `continuation_window=${window} words=${words} sections=${sections}`;

/** Note of why no further window was added. */
export const continuationStoppedNote = (why: string, window: number): string =>
  `continuation_stopped=${why} window=${window}`;

export const selectedDetail = (capabilityId: string): string => `capability=${capabilityId}`;

// POS-LIF-04: TOOL_EXECUTED says how the attempt ended, failures included.
export const executedDetail = (capabilityId: string, outcome: ToolOutcome): string =>
  `capability=${capabilityId} outcome=${outcome}`;
