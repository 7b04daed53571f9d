import { utf8Length } from "../contract/estimate-tokens.js";
import { pointerStep } from "../contract/json-pointer.js";

/** How a value is written as JSON text. */
export interface JsonTextOptions {
  /** Members in ascending order of their UTF-16 code units: equal values give equal text. Default false. */
  readonly sortKeys?: boolean;
  /** Stop as `too_large` beyond this many UTF-8 bytes. Default: no limit. */
  readonly maxBytes?: number;
  /** Most containers inside each other; deeper is `not_json`. Default: no limit. */
  readonly maxDepth?: number;
}

/** The text and its UTF-8 length, or why there is none; `path` is the JSON Pointer of the part at fault. */
export type JsonTextResult =
  | { readonly kind: "text"; readonly text: string; readonly bytes: number }
  | { readonly kind: "too_large" }
  | { readonly kind: "not_json"; readonly path: string; readonly reason: string };

type Frame = {
  readonly value: object;
  readonly keys: readonly string[] | null;
  readonly length: number;
  index: number;
  written: number;
};

/**
 * Writes a value as JSON without recursion, and names what is no JSON instead of dropping it: cycles, NaN and
 * infinities, BigInt, functions, symbols, maps, sets and binary views. `toJSON` is honoured; absent members
 * (`undefined`) are left out; `undefined` as a whole is `null`.
 */
export function jsonText(value: unknown, options: JsonTextOptions = {}): JsonTextResult {
  const limit = options.maxBytes ?? Number.POSITIVE_INFINITY;
  const deepest = options.maxDepth ?? Number.POSITIVE_INFINITY;
  const parts: string[] = [];
  const stack: Frame[] = [];
  const ancestors = new Set<object>();
  let bytes = 0;
  const emit = (text: string): void => {
    parts.push(text);
    bytes += text.length;
  };
  /** Writes a scalar, or opens a container; a string is why it cannot be written. */
  const write = (raw: unknown, key: string): string | null => {
    const item = withToJson(raw, key);
    switch (typeof item) {
      case "string": {
        const text = JSON.stringify(item);
        parts.push(text);
        bytes += utf8Length(text);
        return null;
      }
      case "number":
        if (!Number.isFinite(item)) return `is ${item}`;
        emit(JSON.stringify(item));
        return null;
      case "boolean":
        emit(item ? "true" : "false");
        return null;
      case "undefined":
        emit("null");
        return null;
      case "object":
        break;
      default:
        return `is a ${typeof item}`;
    }
    if (item === null) {
      emit("null");
      return null;
    }
    if (ancestors.has(item)) return "contains itself";
    if (stack.length >= deepest) return `is nested more than ${deepest} deep`;
    const foreign = foreignKind(item);
    if (foreign !== null) return `is a ${foreign}`;
    ancestors.add(item);
    if (Array.isArray(item)) {
      emit("[");
      stack.push({ value: item, keys: null, length: item.length, index: 0, written: 0 });
    } else {
      const keys = Object.keys(item);
      if (options.sortKeys === true) keys.sort();
      emit("{");
      stack.push({ value: item, keys, length: keys.length, index: 0, written: 0 });
    }
    return null;
  };
  const pointer = (): string =>
    stack.map(({ keys, index }) => pointerStep(keys === null ? index - 1 : (keys[index - 1] as string))).join("");

  const rootFault = write(value, "");
  if (rootFault !== null) return { kind: "not_json", path: "", reason: rootFault };
  while (stack.length > 0) {
    if (bytes > limit) return { kind: "too_large" };
    const frame = stack[stack.length - 1] as Frame;
    if (frame.index === frame.length) {
      emit(frame.keys === null ? "]" : "}");
      ancestors.delete(frame.value);
      stack.pop();
      continue;
    }
    const index = frame.index++;
    let member: unknown;
    if (frame.keys === null) {
      member = (frame.value as readonly unknown[])[index];
      if (index > 0) emit(",");
    } else {
      const key = frame.keys[index] as string;
      member = (frame.value as Readonly<Record<string, unknown>>)[key];
      if (member === undefined) continue;
      const name = JSON.stringify(key);
      if (frame.written++ > 0) emit(",");
      parts.push(name, ":");
      bytes += utf8Length(name) + 1;
    }
    const depth = stack.length;
    const fault = write(member, frame.keys === null ? String(index) : (frame.keys[index] as string));
    if (fault !== null) {
      stack.length = depth;
      return { kind: "not_json", path: pointer(), reason: fault };
    }
  }
  return bytes > limit ? { kind: "too_large" } : { kind: "text", text: parts.join(""), bytes };
}

function withToJson(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null) return value;
  const toJson = (value as { toJSON?: unknown }).toJSON;
  return typeof toJson === "function" ? (toJson.call(value, key) as unknown) : value;
}

/** What `JSON.stringify` would silently turn into `{}`. */
function foreignKind(value: object): string | null {
  if (value instanceof Map) return "Map";
  if (value instanceof Set) return "Set";
  if (value instanceof Promise) return "Promise";
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return "binary value";
  return null;
}
