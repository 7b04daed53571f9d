/** The code of the only error this subpath throws. */
export const CONVENTION_MISUSE = "strata_convention_misuse";

/** A `TypeError` with `code`, for a schema that would break the convention: thrown while it is being built. */
export function conventionMisuse(message: string): TypeError & { readonly code: typeof CONVENTION_MISUSE } {
  return Object.assign(new TypeError(message), { code: CONVENTION_MISUSE } as const);
}
