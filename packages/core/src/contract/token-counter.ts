/** Counts tokens synchronously (POS-BUD-04). */
export interface TokenCounter {
  /** For people and events. */
  readonly name: string;
  /** False where `count` is a bound or an estimate. */
  readonly exact: boolean;
  /** Tokens of `text`; a finite number ≥ 0. Text of special tokens counts as plain text. */
  count(text: string): number;
}
