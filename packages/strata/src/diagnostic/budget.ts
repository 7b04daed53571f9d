/** What a run may use. A count of distinct things, unless said; exceeding one is E2006 with the snake_case name. */
export interface Budget {
  /** UTF-8 bytes of a document, before anything is built. */
  readonly documentBytes: number;
  /** Depth of nested arrays and objects of a document. */
  readonly nesting: number;
  readonly items: number;
  /** Program, host and input facts together. */
  readonly facts: number;
  /** Distinct rows added by rules. */
  readonly derivedTuples: number;
  /** Semi-naive rounds, summed over components. */
  readonly rounds: number;
  /** Rows visited by joins: the deterministic stop for cross products. */
  readonly steps: number;
  /** Milliseconds of a monotonic clock, or null for none: a stop against hangs. */
  readonly wallMs: number | null;
  /** Depth of a head term (leaf 0). */
  readonly termDepth: number;
  readonly softFacts: number;
  readonly proofs: number;
  readonly circuitNodes: number;
  /** Diagnostics reported; beyond it the list is cut and says so. */
  readonly diagnostics: number;
  /** Nodes of one proof tree; beyond it nodes are elided. */
  readonly proofNodes: number;
}

/**
 * The budget of every call that names no other: 16 MiB of document, two million derived rows, no clock, 100
 * diagnostics.
 */
export const DEFAULT_BUDGET: Budget = {
  documentBytes: 16 * 1024 * 1024,
  nesting: 512,
  items: 1_000_000,
  facts: 1_000_000,
  derivedTuples: 2_000_000,
  rounds: 1_000_000,
  steps: 2_000_000_000,
  wallMs: null,
  termDepth: 64,
  softFacts: 20,
  proofs: 10_000,
  circuitNodes: 2 ** 20,
  diagnostics: 100,
  proofNodes: 1_000,
};

/** The tighter defaults under which the runtime evaluates policies. */
export const POLICY_BUDGET: Budget = {
  ...DEFAULT_BUDGET,
  documentBytes: 256 * 1024,
  items: 2_000,
  facts: 20_000,
  derivedTuples: 100_000,
  rounds: 10_000,
  steps: 5_000_000,
  wallMs: 2_000,
  termDepth: 16,
};
