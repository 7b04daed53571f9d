import { createHash } from "node:crypto";

/** One injective map between capability ids and the names a provider accepts. */
export interface VendorNames {
  /** The name for an id, `[A-Za-z0-9_-]{1,64}`; undefined for an id outside the map. */
  toSafe(capabilityId: string): string | undefined;
  /** The id behind a name; undefined for a name outside the map. */
  toId(name: string): string | undefined;
}

const NO_NAMES: VendorNames = { toSafe: () => undefined, toId: () => undefined };
const MAX_LENGTH = 64;
const FIRST_DIGITS = 8;

/**
 * Gives every id a vendor-safe name (POS-PRS-10). A safe id keeps its name; a changed or cut one ends in `_` and 8 hex
 * digits of its SHA-256, more where two would be equal. Depends on the set of ids only, not on their order.
 */
export function vendorSafeNames(capabilityIds: readonly string[]): VendorNames {
  if (capabilityIds.length === 0) return NO_NAMES;
  const safe = new Map<string, string>();
  const ids = new Map<string, string>();
  const assign = (id: string, name: string): void => {
    safe.set(id, name);
    ids.set(name, id);
  };
  const unsafe: string[] = [];
  for (const id of new Set(capabilityIds)) {
    if (/^[A-Za-z0-9_-]{1,64}$/.test(id)) assign(id, id);
    else unsafe.push(id);
  }
  for (const id of unsafe.sort()) {
    const digest = createHash("sha256").update(id).digest("hex");
    const base = id.replace(/[^A-Za-z0-9_-]/g, "_");
    let digits = FIRST_DIGITS;
    let name: string;
    do {
      name = `${base.slice(0, MAX_LENGTH - 1 - digits)}_${digest.slice(0, digits)}`;
      digits++;
      // POS-PRS-10: a name that is taken would send the call to another tool.
    } while (ids.has(name));
    assign(id, name);
  }
  return { toSafe: (id) => safe.get(id), toId: (name) => ids.get(name) };
}
