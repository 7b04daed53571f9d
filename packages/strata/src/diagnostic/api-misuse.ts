/** The code of the only error this package throws: wrong use of its API (STRATA-BUD-03). */
export const API_MISUSE = "strata_api_misuse";

/** Builds that error: a `TypeError` with `code`, for a caller's mistake that no document can cause. */
export function apiMisuse(message: string): TypeError & { readonly code: typeof API_MISUSE } {
  return Object.assign(new TypeError(message), { code: API_MISUSE } as const);
}
