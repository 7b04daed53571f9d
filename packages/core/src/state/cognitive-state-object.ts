import type { CognitiveStateData, Decision, EstablishedFact } from "../contract/state.js";
import { affectedBy } from "./affected-by.js";
import { initialState } from "./initial-state.js";
import { type PreservationReport, preservationScore, repairFrom } from "./preservation.js";
import { type PromptContextOptions, promptContext } from "./prompt-context.js";
import { type RelayOptions, relay } from "./relay.js";
import { revisedDecisions, revisionNeedsPerson } from "./revise-decision.js";
import { type SealKey, sealCso, stateCodec, verifyCso } from "./seal.js";

/**
 * The cognitive state of a session after a turn (POS-CSO-01). The data is immutable; `invalidateFact`, `reviseDecision`
 * and `repairFrom` put new data in its place and drop a seal that no longer holds.
 */
export class CognitiveStateObject {
  #data: CognitiveStateData;

  private constructor(data: CognitiveStateData) {
    this.#data = data;
  }

  /** The state of data that is known to be right: nothing is checked. */
  static fromData(data: CognitiveStateData): CognitiveStateObject {
    return new CognitiveStateObject(data);
  }

  /** Checks public JSON and makes the state of it. Throws a `ZodError` that names every wrong member. */
  static fromJson(json: unknown): CognitiveStateObject {
    return new CognitiveStateObject(stateCodec().decode(json));
  }

  /** The state of a session that has not begun. */
  static empty(options: Parameters<typeof initialState>[0]): CognitiveStateObject {
    return new CognitiveStateObject(initialState(options));
  }

  /** The state as public JSON (snake_case). */
  toJSON(): Record<string, unknown> {
    return stateCodec().encode(this.#data) as Record<string, unknown>;
  }

  /** The state as immutable data; another object after each change. */
  get data(): CognitiveStateData {
    return this.#data;
  }
  get csoId(): string {
    return this.#data.csoId;
  }
  get windowNumber(): number {
    return this.#data.windowNumber;
  }
  get priorCsoHash(): string {
    return this.#data.priorCsoHash;
  }
  get createdAt(): string {
    return this.#data.createdAt;
  }
  get establishedFacts(): readonly EstablishedFact[] {
    return this.#data.establishedFacts;
  }
  get decisions(): readonly Decision[] {
    return this.#data.decisions;
  }
  get openQuestions(): readonly string[] {
    return this.#data.openQuestions;
  }
  get activeConstraints(): readonly string[] {
    return this.#data.activeConstraints;
  }
  get completedOperations(): CognitiveStateData["completedOperations"] {
    return this.#data.completedOperations;
  }
  get pendingOperations(): CognitiveStateData["pendingOperations"] {
    return this.#data.pendingOperations;
  }
  get toolObservations(): CognitiveStateData["toolObservations"] {
    return this.#data.toolObservations;
  }
  get preventiveHaltHistory(): CognitiveStateData["preventiveHaltHistory"] {
    return this.#data.preventiveHaltHistory;
  }
  get goalState(): CognitiveStateData["goalState"] {
    return this.#data.goalState;
  }
  get dependencyGraph(): CognitiveStateData["dependencyGraph"] {
    return this.#data.dependencyGraph;
  }
  get recordHead(): CognitiveStateData["recordHead"] {
    return this.#data.recordHead;
  }
  get csoHmac(): string | undefined {
    return this.#data.csoHmac;
  }
  get verified(): boolean {
    return this.#data.verified;
  }

  /** The state as lines for a prompt, without what no longer holds (POS-CSO-04). */
  toPromptContext(options: PromptContextOptions = {}): string {
    return promptContext(this.#data, options);
  }

  /**
   * Marks a fact and the facts that rest on it as invalidated, and revisable decisions for revision. Returns the ids
   * of everything affected, the fact first; empty when there is no such fact (POS-CSO-06).
   */
  invalidateFact(factId: string): string[] {
    const affected = affectedBy(this.#data, factId);
    if (affected.length === 0) return affected;
    const ids = new Set(affected);
    this.#replace({
      establishedFacts: this.#data.establishedFacts.map((fact) =>
        ids.has(fact.factId) ? { ...fact, invalidated: true } : fact,
      ),
      decisions: this.#data.decisions.map((decision) =>
        ids.has(decision.decisionId) && decision.revisable && decision.revisedBy === undefined
          ? { ...decision, needsRevision: true }
          : decision,
      ),
    });
    return affected;
  }

  /**
   * Puts `replacement` in the place of a decision. Returns false and changes nothing when this revision is a person's
   * to make (the fourth of one decision), or when the decision is unknown, settled or already revised.
   */
  reviseDecision(decisionId: string, replacement: Decision): boolean {
    const revised = this.#data.decisions.find((decision) => decision.decisionId === decisionId);
    if (revised === undefined || !revised.revisable || revised.revisedBy !== undefined) return false;
    if (revisionNeedsPerson(this.#data.decisions, decisionId)) return false;
    const [before, after] = revisedDecisions(revised, replacement);
    const decisions = this.#data.decisions.map((decision) => (decision === revised ? before : decision));
    this.#replace({ decisions: [...decisions, after] });
    return true;
  }

  /** The same state under a seal. Throws `StateError` (`key_too_short`) for keys under 16 bytes. */
  seal(key: SealKey): CognitiveStateObject {
    return new CognitiveStateObject(sealCso(this.#data, key));
  }

  /** Whether the state carries the seal of exactly this content (POS-CSO-07). */
  verify(key: SealKey): boolean {
    return verifyCso(this.#data, key);
  }

  /** The state the next turn starts with (POS-CSO-05). Throws `StateError` when the seal does not match the key. */
  relay(options: RelayOptions): CognitiveStateObject {
    return new CognitiveStateObject(relay(this.#data, options));
  }

  /** Share of the prior state's valid facts that this one still has. */
  preservationScore(prior: CognitiveStateObject): number {
    return preservationScore(prior.#data, this.#data);
  }

  /** Restores facts of the prior state that are missing here; afterwards the state is `verified`. */
  repairFrom(prior: CognitiveStateObject): PreservationReport {
    const { data, report } = repairFrom(this.#data, prior.#data);
    this.#data = data;
    return report;
  }

  #replace(change: Partial<CognitiveStateData>): void {
    const { csoHmac: _broken, ...unsealed } = this.#data;
    this.#data = { ...unsealed, ...change, verified: false };
  }
}
