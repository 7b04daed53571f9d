/** The four dimensions of a state of mind, each usually from 0 to 1. */
export interface AvecDimensions {
  readonly stability: number;
  readonly friction: number;
  readonly logic: number;
  readonly autonomy: number;
}

/** The four dimensions and the author's checksum over them. */
export interface Avec extends AvecDimensions {
  readonly psi: number;
}

/** STTP-M-01: stability + friction + logic + autonomy, added as doubles from left to right, without weights. */
export function psiOf(avec: AvecDimensions): number {
  // STTP-M-01: left to right, no weights.
  return avec.stability + avec.friction + avec.logic + avec.autonomy;
}

/** STTP-M-02: false iff the sum and the written psi differ by at least 0.01 after rounding to 9 decimals. */
export function psiMatches(avec: AvecDimensions, psi: number): boolean {
  const difference = Math.abs(psiOf(avec) - psi);
  // Written numbers are decimals: without the rounding, 0.01 would sometimes count as less than 0.01.
  // STTP-M-02: a hundredth is already too much.
  return Math.round(difference * 1e9) < 1e7;
}
