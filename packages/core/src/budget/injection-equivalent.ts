import { estimateTokens } from "../contract/estimate-tokens.js";

/**
 * Tokens that a loop which puts everything into every prompt would have sent: request, all facts and all earlier
 * outputs, summed over the operations (POS-BUD-16). ⌈bytes ÷ 4⌉ of each text, so it compares with frame tokens.
 * Incremental: adding costs the text, reading costs nothing.
 */
export class InjectionEquivalent {
  #carried: number;
  #total = 0;

  constructor(request: string) {
    this.#carried = estimateTokens(request);
  }

  /** A fact that every later prompt would have carried. */
  addFact(statement: string): void {
    this.#carried += estimateTokens(statement);
  }

  /** One operation: what it would have been sent, then its output for those after it. Returns what it would have been sent. */
  addOperation(output: string): number {
    const sent = this.#carried;
    // POS-BUD-16: an output burdens the prompts after it, not its own.
    this.#total += sent;
    this.#carried += estimateTokens(output);
    return sent;
  }

  /** Sum over the operations so far. */
  get total(): number {
    return this.#total;
  }
}
