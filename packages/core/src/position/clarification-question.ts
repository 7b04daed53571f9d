import type { PlannedOperation } from "../contract/operation.js";

/** A question to a person and the answers it suggests. */
export interface ClarificationQuestion {
  readonly question: string;
  readonly options: readonly string[];
}

/** Asks for what is missing, naming the words of the request that leave it open (POS-POL-10). */
export function clarificationQuestion(request: string, step: PlannedOperation): ClarificationQuestion {
  const words = step.evidence.find((evidence) => evidence.operation === "CLARIFY" && !evidence.negated)?.cue.trim();
  const assignment = step.assignment.trim();
  if (words !== undefined && words !== "" && words.toLowerCase() !== assignment.toLowerCase()) {
    return { question: `What does "${words}" refer to in "${shortened(assignment || request)}"?`, options: [] };
  }
  return { question: `What is missing to carry out "${shortened(assignment || request)}"?`, options: [] };
}

/** A question quotes at most this much of a request. */
const QUOTE_LENGTH = 160;

function shortened(text: string): string {
  const line = text.replace(/\s+/gu, " ").trim();
  if (line.length <= QUOTE_LENGTH) return line;
  const cut = line.lastIndexOf(" ", QUOTE_LENGTH);
  return `${line.slice(0, cut > 0 ? cut : QUOTE_LENGTH)}…`;
}
