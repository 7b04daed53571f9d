/** Every section a prompt may have, in prompt order for a first window; see POS-FRM and the frame builder. */
export const SECTION_NAMES = [
  "rules",
  "request",
  "compass",
  "state",
  "facts",
  "derived",
  "observations",
  "document_map",
  "last_text",
  "feedback",
  "operation",
  "assignment",
  "success_test",
  "output_contract",
  "tools",
] as const;
export type SectionName = (typeof SECTION_NAMES)[number];

/** What stands between two sections of a prompt. */
export const SECTION_SEPARATOR = "\n\n";

/** How a heading of ours begins: `=== FACTS ===`. */
export const HEADING_MARK = "===";
/** How the lines begin that open and close untrusted text; the digest of the text follows. */
export const FENCE_MARKS = ["<<<", ">>>"] as const;
/** Hex digits of the digest that a fence line carries. */
export const FENCE_DIGEST_DIGITS = 16;

/** How a section gives way when the prompt is too large (POS-BUD-01). */
export type TrimMode = "never" | "oldest-line" | "tail" | "drop";

/** A named part of a prompt with its claim to space. */
export interface PromptSection {
  /** One of `SECTION_NAMES` in prompts of ours; callers of the guard may name their own. */
  readonly name: string;
  /** What trimming works on; the prompt shows it as `render` makes it. */
  readonly text: string;
  /** Higher stays longer; trimming starts at the lowest. */
  readonly priority: number;
  readonly trim: TrimMode;
  /** Half-open UTF-16 spans of `text` that are kept or removed as one. */
  readonly atoms?: readonly (readonly [number, number])[];
  /**
   * Makes the prompt text of what is left of `text`, for instance under a heading and between fence lines; absent:
   * `text` itself. Pure, and never shorter than its argument.
   */
  readonly render?: (text: string) => string;
  /** UTF-8 bytes of the whole section as rendered, where its maker counts them. */
  readonly renderedBytes?: number;
}

/** One cut the guard made. */
export interface TrimRecord {
  /** Name of the section. */
  readonly section: string;
  readonly mode: TrimMode;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** Whole lines; the last one may be left in part. */
  readonly linesRemoved: number;
}

/** What the guard decided for one call (POS-BUD-07). */
export interface BudgetResult {
  readonly prompt: string;
  /** Tokens of the prompt with what is sent beside it; the margin is not among them. */
  readonly inputTokens: number;
  /** Tokens the answer may have, never more than were asked for. */
  readonly maxOutputTokens: number;
  /** True when `inputTokens` is the count of an exact counter, false when it is a bound or an estimate. */
  readonly exact: boolean;
  /** The sections that are in the prompt, with what is left of each. */
  readonly sections: readonly { readonly name: string; readonly tokens: number }[];
  readonly trims: readonly TrimRecord[];
}
