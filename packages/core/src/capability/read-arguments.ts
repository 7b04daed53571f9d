import { repairEnvelope } from "./repair-envelope.js";

/** At most this many layers of JSON text around an argument object are taken off (POS-PRS-05). */
const MAX_UNWRAPS = 2;

/**
 * The arguments of a call as an object: as they came, or parsed from JSON text at most twice. Missing, null and blank
 * arguments are none. Null when they are no object. With `mayRepair`, text that is no JSON gets one repair attempt;
 * `repaired` says that it was taken.
 */
export function readArguments(
  stated: unknown,
  mayRepair: boolean,
): { readonly value: Readonly<Record<string, unknown>>; readonly repaired: boolean } | null {
  let value = stated;
  let repaired = false;
  for (let layer = 0; typeof value === "string" && layer < MAX_UNWRAPS; layer++) {
    if (value.trim() === "") return { value: {}, repaired };
    try {
      value = JSON.parse(value) as unknown;
    } catch {
      if (!mayRepair || layer > 0) return null;
      const text = repairEnvelope(value as string);
      if (text === null) return null;
      value = text;
      repaired = true;
    }
  }
  if (value === undefined || value === null) return { value: {}, repaired };
  if (typeof value !== "object" || Array.isArray(value)) return null;
  return { value: value as Readonly<Record<string, unknown>>, repaired };
}
