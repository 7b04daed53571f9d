import { jsonText } from "./json-text.js";

/** One call, as loop detection compares it: equal ids and equal canonical arguments are equal calls. */
export interface LoopCall {
  readonly capabilityId: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

const MAX_PERIOD = 4;
const TIMES = 3;

/**
 * Finds out whether the latest calls repeat (POS-EXE-04): a sequence of 1 to 4 calls seen three times in a row at the
 * end. Returns the shortest period, or null. Calls may be given as keys that are equal where the calls are.
 */
export function detectLoop(calls: readonly (string | LoopCall)[]): { readonly period: number } | null {
  const keys = calls.slice(-MAX_PERIOD * TIMES).map((call) => (typeof call === "string" ? call : callKey(call)));
  for (let period = 1; period <= MAX_PERIOD && period * TIMES <= keys.length; period++) {
    const tail = keys.slice(-period * TIMES);
    if (tail.every((key, index) => index < period || key === tail[index - period])) return { period };
  }
  return null;
}

/** A text that is equal for equal calls, however their arguments are ordered. */
export function callKey(call: LoopCall): string {
  const written = jsonText(call.arguments, { sortKeys: true });
  return `${call.capabilityId} ${written.kind === "text" ? written.text : written.kind}`;
}
