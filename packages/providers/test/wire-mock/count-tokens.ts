import { loadTokenCounter } from "@pelorus/core";

let loaded: Promise<(text: string) => number> | undefined;

/** The exact count of o200k_base; loaded once per test file that keeps a window. */
export function exactCounter(): Promise<(text: string) => number> {
  loaded ??= loadTokenCounter("o200k_base").then((counter) => (text) => counter.count(text));
  return loaded;
}

export function estimateBytes(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4);
}
