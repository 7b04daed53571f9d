import { PHRASES } from "./phrases.js";

const STATEMENTS: readonly string[] = Object.values(PHRASES).flatMap(
  ({ unknown, noEvidence, cannotInvent, cannotChange, refused }) => [
    unknown,
    noEvidence,
    cannotInvent,
    cannotChange,
    refused,
  ],
);

/**
 * Whether a text is the model's statement that it cannot answer: it begins with one of its sentences for that, in any of
 * its languages. What follows may say what was looked at.
 */
export function saysUnknown(text: string): boolean {
  const trimmed = text.trim();
  return STATEMENTS.some((statement) => trimmed.startsWith(statement));
}
