/** A policy that ships: the same program as surface text and as JSON text. */
export interface ShippedPolicy {
  readonly id: string;
  readonly text: string;
  readonly json: string;
}
