/** A policy that ships: the same program as surface text and as JSON text. */
export interface ShippedPolicy {
  /** What decisions name it by. */
  readonly id: string;
  /** Surface text. */
  readonly text: string;
  /** JSON text of the same program. */
  readonly json: string;
}
