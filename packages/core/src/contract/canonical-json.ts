import { StateError } from "./error.js";

interface OpenContainer {
  readonly source: object;
  readonly keys: readonly string[] | null;
  readonly items: readonly unknown[];
  next: number;
}

/**
 * The canonical JSON of a value (RFC 8785): members sorted by UTF-16 code unit, no white space, numbers as ECMAScript
 * prints them. Members that are `undefined` are left out. Works without recursion; throws `StateError` on a cycle, a
 * non-finite number and anything else that is not JSON.
 */
export function canonicalJson(value: unknown): string {
  const text: string[] = [];
  const open: OpenContainer[] = [];
  const ancestors = new Set<object>();
  const write = (item: unknown): void => {
    if (typeof item !== "object" || item === null) {
      text.push(scalarText(item));
      return;
    }
    if (ancestors.has(item)) throw new StateError("state_invalid", "A cyclic value has no JSON.");
    ancestors.add(item);
    const container = openContainer(item);
    text.push(container.keys === null ? "[" : "{");
    open.push(container);
  };
  write(value);
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    if (top.next === top.items.length) {
      text.push(top.keys === null ? "]" : "}");
      ancestors.delete(top.source);
      open.pop();
      continue;
    }
    if (top.next > 0) text.push(",");
    if (top.keys !== null) text.push(JSON.stringify(top.keys[top.next]), ":");
    top.next += 1;
    write(top.items[top.next - 1]);
  }
  return text.join("");
}

function openContainer(source: object): OpenContainer {
  if (Array.isArray(source)) return { source, keys: null, items: source, next: 0 };
  const members = source as Record<string, unknown>;
  const keys = Object.keys(members)
    .filter((key) => members[key] !== undefined)
    .sort();
  return { source, keys, items: keys.map((key) => members[key]), next: 0 };
}

function scalarText(value: unknown): string {
  const valid =
    value === null ||
    typeof value === "string" ||
    typeof value === "boolean" ||
    (typeof value === "number" && Number.isFinite(value));
  if (!valid) throw new StateError("state_invalid", `A ${typeof value} that is no JSON value.`);
  return JSON.stringify(value);
}
