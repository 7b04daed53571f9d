import type { TiktokenEncoding } from "tiktoken";
import { countInSlices } from "../budget/count-in-slices.js";
import type { TokenCounter } from "../contract/token-counter.js";

const DEFAULT_ENCODING = "o200k_base";
const ENCODINGS: ReadonlySet<string> = new Set<TiktokenEncoding>([
  "gpt2",
  "r50k_base",
  "p50k_base",
  "p50k_edit",
  "cl100k_base",
  "o200k_base",
]);

/** One encoder per encoding and process: it lives outside the heap (about 80 MB), so runs share it and none frees it. */
const counters = new Map<string, Promise<TokenCounter>>();

/**
 * The exact counter of an encoding; `o200k_base` when the name is absent or unknown. The only asynchronous step of
 * budgeting (POS-BUD-04): loads tiktoken on first use and keeps what it loaded, so 10,000 runs cost as much as one.
 */
export function loadTokenCounter(encoding?: string): Promise<TokenCounter> {
  const name = encoding !== undefined && ENCODINGS.has(encoding) ? encoding : DEFAULT_ENCODING;
  const known = counters.get(name);
  if (known !== undefined) return known;
  const loading = load(name as TiktokenEncoding);
  counters.set(name, loading);
  // A failed load is not kept: the next run tries again.
  loading.catch(() => counters.delete(name));
  return loading;
}

async function load(name: TiktokenEncoding): Promise<TokenCounter> {
  const { get_encoding: getEncoding } = await import("tiktoken");
  const encoder = getEncoding(name);
  return {
    name,
    exact: true,
    // POS-BUD-04: `encode_ordinary` reads "<|endoftext|>" in a user's text as the characters it is.
    count: (text) => countInSlices(text, (slice) => encoder.encode_ordinary(slice).length),
  };
}
