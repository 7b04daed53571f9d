import { pointerStep } from "../contract/json-pointer.js";

interface OpenItem {
  readonly value: unknown;
  readonly pointer: string;
  /** Name of the member; null in lists and at the root. */
  readonly name: string | null;
}

/**
 * Calls `name` with every member name and its JSON Pointer and `leaf` with every scalar of a JSON value, in the order of
 * the text, without recursion.
 */
export function walkArguments(
  value: unknown,
  visitor: {
    readonly name?: (name: string, pointer: string) => void;
    readonly leaf?: (value: unknown, pointer: string) => void;
  },
): void {
  const open: OpenItem[] = [{ value, pointer: "", name: null }];
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    if (item.name !== null) visitor.name?.(item.name, item.pointer);
    if (typeof item.value !== "object" || item.value === null) {
      visitor.leaf?.(item.value, item.pointer);
      continue;
    }
    const isList = Array.isArray(item.value);
    const members = Object.entries(item.value).reverse();
    for (const [key, member] of members) {
      const pointer = item.pointer + pointerStep(key);
      open.push({ value: member, pointer, name: isList ? null : key });
    }
  }
}
