import { SecretsMissingError } from "../contract/error.js";

/** How many different values a run is to hide. */
export function countSecrets(secrets: readonly string[] | undefined): number {
  return new Set(secrets).size;
}

/**
 * Throws a `SecretsMissingError` where fewer secrets are given than the run was started with: what it would go on to write
 * could not be masked. Only their number is recorded, since a digest of a short value tells it to who guesses.
 */
export function requireSecrets(
  runId: string,
  opened: { readonly secrets?: number | undefined },
  given: readonly string[] | undefined,
): void {
  const needed = opened.secrets ?? 0;
  const count = countSecrets(given);
  // POS-SEC-02
  if (count < needed) throw new SecretsMissingError(runId, needed, count);
}
