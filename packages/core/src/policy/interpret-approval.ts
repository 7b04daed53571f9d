/** What a person's words say about a call. */
export type ApprovalAnswer = "approved" | "denied" | "abort";

const WORDS: Readonly<Record<string, ApprovalAnswer>> = {
  approve: "approved",
  approved: "approved",
  yes: "approved",
  y: "approved",
  allow: "approved",
  ok: "approved",
  true: "approved",
  false: "denied",
  no: "denied",
  deny: "denied",
  reject: "denied",
  skip: "denied",
  abort: "abort",
};

/**
 * Reads an answer to an approval: `true`, `false` or one of the words, trimmed, in any case; or an object whose `action`
 * refuses or aborts. Null when the value says neither: nothing is approved by a value nobody agreed on.
 */
export function interpretApproval(value: unknown): ApprovalAnswer | null {
  if (typeof value === "boolean") return value ? "approved" : "denied";
  if (typeof value === "string") {
    const word = value.trim().toLowerCase();
    // POS-POL-06: only these words are an answer; anything else leaves the request open.
    return Object.hasOwn(WORDS, word) ? (WORDS[word] as ApprovalAnswer) : null;
  }
  const action = (value as { action?: unknown } | null | undefined)?.action;
  return action === "abort" ? "abort" : action === "skip" ? "denied" : null;
}
