import { jsonText } from "./json-text.js";

/** One call as an envelope states it, before its id and arguments are judged. */
export interface StatedCall {
  /** The id as it came: any JSON value. */
  readonly id: unknown;
  /** The arguments as they came; undefined when the envelope has none. */
  readonly arguments: unknown;
}

/** What an envelope says: calls, in order, or an answer, which may be missing. */
export type Envelope =
  | { readonly kind: "calls"; readonly calls: readonly StatedCall[] }
  | { readonly kind: "answer"; readonly answer: string | null };

const ID_KEYS = ["name", "tool"] as const;
const ARGUMENT_KEYS = ["arguments", "parameters", "input"] as const;
/** Members that may stand beside a call without making it data. */
const COMPANION_KEYS = new Set([
  ...ID_KEYS,
  ...ARGUMENT_KEYS,
  "id",
  "call_id",
  "type",
  "index",
  "thought",
  "thoughts",
  "reasoning",
  "rationale",
  "answer",
]);

/**
 * Reads an envelope (POS-PRS-02): an object with `capability_id`; an object whose only member is a string `answer`;
 * `{name|tool, arguments|parameters|input}`; `{function: {…}}`; `{type: "tool_use", …}`; `{tool_calls: […]}`; or a list
 * of these. Null for anything else: that is data.
 */
export function readEnvelope(value: unknown): Envelope | null {
  if (Array.isArray(value)) return readList(value);
  if (!isRecord(value)) return null;
  if (Object.hasOwn(value, "tool_calls") && Array.isArray(value.tool_calls)) {
    const calls = readList(value.tool_calls);
    if (calls !== null || value.tool_calls.length > 0) return calls;
    // An empty list of calls beside text is a provider's way of answering.
    const text = ownText(value, "answer") ?? ownText(value, "content");
    return text === null ? null : { kind: "answer", answer: text };
  }
  if (Object.hasOwn(value, "capability_id")) {
    return stated(value.capability_id, ownArguments(value), answerOf(value));
  }
  const keys = Object.keys(value);
  if (keys.length === 1 && typeof value.answer === "string" && keys[0] === "answer") {
    return { kind: "answer", answer: value.answer };
  }
  if (isRecord(value.function) && Object.hasOwn(value, "function")) {
    const inner = value.function;
    const idKey = ID_KEYS.find((key) => Object.hasOwn(inner, key));
    // With a description it is a tool that is described, not one that is called.
    if (idKey === undefined || Object.hasOwn(inner, "description")) return null;
    return stated(inner[idKey], ownArguments(inner), null);
  }
  const idKey = ID_KEYS.find((key) => Object.hasOwn(value, key));
  if (idKey === undefined) return null;
  if (value.type === "tool_use") return stated(value[idKey], ownArguments(value), null);
  if (!ARGUMENT_KEYS.some((key) => Object.hasOwn(value, key))) return null;
  if (!keys.every((key) => COMPANION_KEYS.has(key))) return null;
  return stated(value[idKey], ownArguments(value), answerOf(value));
}

/** A list is an envelope when each of its members is a call; a list of one may also hold an answer. */
function readList(items: readonly unknown[]): Envelope | null {
  const calls: StatedCall[] = [];
  for (const item of items) {
    // No list inside a list: an envelope is one level deep.
    const envelope = Array.isArray(item) ? null : readEnvelope(item);
    if (envelope === null) return null;
    if (envelope.kind === "answer") return items.length === 1 ? envelope : null;
    calls.push(...envelope.calls);
  }
  return calls.length === 0 ? null : { kind: "calls", calls };
}

function stated(id: unknown, args: unknown, answer: string | null): Envelope {
  if (id === null || id === undefined || id === "" || id === "null") return { kind: "answer", answer };
  return { kind: "calls", calls: [{ id, arguments: args }] };
}

function ownArguments(value: Readonly<Record<string, unknown>>): unknown {
  const key = ARGUMENT_KEYS.find((name) => Object.hasOwn(value, name));
  return key === undefined ? undefined : value[key];
}

/** An answer that is no string is passed on as its JSON. */
function answerOf(value: Readonly<Record<string, unknown>>): string | null {
  if (!Object.hasOwn(value, "answer") || value.answer === null || value.answer === undefined) return null;
  return typeof value.answer === "string" ? value.answer : writtenAnswer(value.answer);
}

function ownText(value: Readonly<Record<string, unknown>>, key: string): string | null {
  const text = Object.hasOwn(value, key) ? value[key] : null;
  return typeof text === "string" ? text : null;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function writtenAnswer(value: unknown): string {
  const written = jsonText(value);
  return written.kind === "text" ? written.text : "";
}
