import { misuse } from "../source/misuse.js";

/** The number itself; throws TypeError for another type and RangeError for NaN and the infinities. */
export function finite(name: string, value: number): number {
  if (typeof value !== "number") throw misuse("STTP_ARGUMENT_TYPE", `${name} must be a number`);
  if (!Number.isFinite(value)) throw misuse("STTP_OPTION_RANGE", `${name} must be finite`);
  return value;
}
