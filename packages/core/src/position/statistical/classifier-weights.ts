/** What training leaves behind: a linear model over hashed features, small enough to ship. */
export interface ClassifierWeights {
  /** Base64 of the features' signed 32-bit hashes, little-endian, ascending. */
  readonly hashes: string;
  /** Base64 of signed bytes, one row of `OUTPUTS` per hash: ten operations in table order, then depth. */
  readonly rows: string;
  /** What one unit of a byte is worth, per output. */
  readonly scales: readonly number[];
  /** Score of a request without any feature, per output. */
  readonly bias: readonly number[];
  /** Operation sets the model chooses from, bit i for the operation of table place i, with their own score. */
  readonly sets: readonly (readonly [bits: number, score: number])[];
  /** Mean, deviation and depth weight of each measure. */
  readonly measures: readonly (readonly [mean: number, deviation: number, weight: number])[];
  /** Depth scores above which D2, D3 and D4 begin. */
  readonly thresholds: readonly number[];
}

/** Outputs per feature: ten operations and depth. */
export const OUTPUTS = 11;
