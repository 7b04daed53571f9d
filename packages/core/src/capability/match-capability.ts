/**
 * The offered id a stated id means (POS-PRS-03): the same string, or the only one that equals it without regard to case;
 * nothing else is ever mapped to a tool. Null otherwise.
 */
export function matchCapability(
  stated: unknown,
  offered: readonly string[],
): { readonly capabilityId: string; readonly exact: boolean } | null {
  if (typeof stated !== "string") return null;
  if (offered.includes(stated)) return { capabilityId: stated, exact: true };
  const folded = stated.toLowerCase();
  const equal = offered.filter((id) => id.toLowerCase() === folded);
  return equal.length === 1 ? { capabilityId: equal[0] as string, exact: false } : null;
}
