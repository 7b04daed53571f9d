import type { CognitiveStateData } from "../contract/state.js";

export interface PromptContextOptions {
  /** Most facts, the latest. Default 10. */
  readonly maxFacts?: number;
  /** Most decisions, the latest. Default 5. */
  readonly maxDecisions?: number;
}

/** The parts of a state that a prompt may show. */
export type PromptContextSource = Pick<
  CognitiveStateData,
  "establishedFacts" | "decisions" | "openQuestions" | "activeConstraints"
>;

/**
 * What a state knows, as lines for a prompt: the latest valid facts and standing decisions in their order, open
 * questions and constraints. Every text stands on one line of a list, so that none can look like a heading.
 */
export function promptContext(state: PromptContextSource, options: PromptContextOptions = {}): string {
  const { maxFacts = 10, maxDecisions = 5 } = options;
  // POS-CSO-04: what no longer holds is not shown.
  const facts = latest(state.establishedFacts, maxFacts, (fact) => !fact.invalidated);
  const decisions = latest(state.decisions, maxDecisions, (decision) => decision.revisedBy === undefined);
  return [
    ...section(
      "Known",
      facts.map((fact) => `[${fact.factId}] ${fact.statement} (${fact.provenance} ${fact.provenanceRef})`),
    ),
    ...section(
      "Decided",
      decisions.map(
        (decision) =>
          `${decision.choice}${decision.rationale === "" ? "" : `: ${decision.rationale}`}${decision.needsRevision === true ? " (to be revised)" : ""}`,
      ),
    ),
    ...section("Open", state.openQuestions.map(withoutRequestId)),
    ...section("Limits", state.activeConstraints),
  ].join("\n");
}

function latest<T>(items: readonly T[], most: number, holds: (item: T) => boolean): T[] {
  const kept: T[] = [];
  for (let at = items.length - 1; at >= 0 && kept.length < most; at -= 1) {
    const item = items[at] as T;
    if (holds(item)) kept.push(item);
  }
  return kept.reverse();
}

/** Blanks that are not one space: a line as it is mostly written has none. */
const BLANKS = /\s{2,}|[^\S ]/g;

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `- ${line.replace(BLANKS, " ").trim()}`)];
}

/** A question as it is kept: with the id that will settle it, so that the state alone says what is open. */
export function questionWithRequestId(question: string, requestId: string): string {
  return `${question} (${requestId})`;
}

function withoutRequestId(question: string): string {
  return question.replace(/ \(clar_[0-9a-f]{12}\)$/, "");
}
