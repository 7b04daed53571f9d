import { utf8Length } from "../contract/estimate-tokens.js";
import type { TokenCounter } from "../contract/token-counter.js";

/** An upper bound that needs no encoding: no byte-level tokenizer makes more tokens than bytes (POS-BUD-04). */
export const byteBound: TokenCounter = { name: "utf8-bytes", exact: false, count: utf8Length };
