import { walkArguments } from "../walk-arguments.js";

/** Leaves one call's arguments may have; more is a budget error. */
export const MAX_ARGUMENT_LEAVES = 1000;

/**
 * The leaves of a call's arguments as `[argument, value]` (STRATA-POL-08): the leaf's JSON Pointer without its first
 * slash, and its value as text or a safe integer. Null when there are more than `MAX_ARGUMENT_LEAVES`.
 */
export function argumentRows(
  args: Readonly<Record<string, unknown>>,
): readonly (readonly [string, string | number])[] | null {
  const rows: (readonly [string, string | number])[] = [];
  let leaves = 0;
  walkArguments(args, {
    leaf: (value, pointer) => {
      leaves++;
      if (leaves > MAX_ARGUMENT_LEAVES) return;
      // STRATA-POL-08: a top-level argument has its plain name.
      rows.push([pointer.slice(1), leafValue(value)]);
    },
  });
  return leaves > MAX_ARGUMENT_LEAVES ? null : rows;
}

function leafValue(value: unknown): string | number {
  if (typeof value === "string") return value;
  // STRATA-POL-08: what is no safe integer is the symbol of its JSON text; -0 is 0.
  if (typeof value === "number" && Number.isSafeInteger(value)) return value + 0;
  return JSON.stringify(value) ?? "null";
}
