import { NumberToken } from "./number-token.js";

/** Values in fixes are small; a larger one would make the report longer than the document. */
const MOST_NODES = 200;

/** A copy of a JSON value for use in a fix, or undefined when it is no JSON, too large, or a rounded number. */
export function patchValue(value: unknown): unknown {
  let left = MOST_NODES;
  const copy = (inner: unknown): unknown => {
    left -= 1;
    if (left < 0) return undefined;
    if (inner === null || typeof inner === "string" || typeof inner === "boolean") return inner;
    if (typeof inner === "number") return finite(inner);
    if (inner instanceof NumberToken) {
      const number = inner.toNumber();
      // A fraction is as near as a double gets; an integer is exact or it is not given.
      return Number.isSafeInteger(number) || !Number.isInteger(number) ? finite(number) : undefined;
    }
    if (Array.isArray(inner)) {
      const list = inner.length > left ? [] : inner.map(copy);
      return list.length === inner.length && !list.includes(undefined) ? list : undefined;
    }
    if (typeof inner !== "object") return undefined;
    const entries = Object.entries(inner).map(([key, member]) => [key, copy(member)] as const);
    return entries.some(([, member]) => member === undefined) ? undefined : Object.fromEntries(entries);
  };
  return copy(value);
}

function finite(number: number): number | undefined {
  return Number.isFinite(number) ? number : undefined;
}
