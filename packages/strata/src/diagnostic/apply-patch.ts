import type { PatchOp } from "./diagnostic.js";
import { pointerSegments } from "./pointer.js";

type Container = Record<string, unknown> | unknown[];

/**
 * Applies patch operations to a JSON value and returns the changed copy; the value itself stays as it is. An operation
 * whose path leads nowhere is an error, and nothing is changed.
 * @returns the copy, or null when an operation does not fit the value.
 */
export function applyPatch(value: unknown, ops: readonly PatchOp[]): unknown {
  let root: unknown = structuredClone(value);
  for (const op of ops) {
    const segments = pointerSegments(op.data.path);
    const last = segments.pop();
    if (last === undefined) {
      if (op.kind === "remove") return null;
      root = op.data.value;
      continue;
    }
    const container = walk(root, segments);
    if (container === null || !applyAt(container, last, op)) return null;
  }
  return root;
}

function walk(root: unknown, segments: readonly string[]): Container | null {
  let node = root;
  for (const segment of segments) {
    if (typeof node !== "object" || node === null || !Object.hasOwn(node, segment)) return null;
    node = (node as Record<string, unknown>)[segment];
  }
  return typeof node === "object" && node !== null ? (node as Container) : null;
}

function applyAt(container: Container, key: string, op: PatchOp): boolean {
  if (Array.isArray(container)) return applyToList(container, key, op);
  if (op.kind !== "add" && !Object.hasOwn(container, key)) return false;
  if (op.kind === "remove") delete container[key];
  else
    Object.defineProperty(container, key, {
      value: op.data.value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  return true;
}

function applyToList(list: unknown[], key: string, op: PatchOp): boolean {
  const index = key === "-" ? list.length : /^(?:0|[1-9][0-9]*)$/.test(key) ? Number(key) : -1;
  if (index < 0 || index > list.length || (op.kind !== "add" && index === list.length)) return false;
  if (op.kind === "add") list.splice(index, 0, op.data.value);
  else if (op.kind === "remove") list.splice(index, 1);
  else list[index] = op.data.value;
  return true;
}
