import type { DiagnosticData } from "../diagnostic/diagnostic.js";
import { Utf8Decoder } from "../source/decode-utf8.js";
import { misuse } from "../source/misuse.js";

/** What a parser reads: text, or its UTF-8 bytes. */
export type ParseInput = string | Uint8Array;

/** The text of an input, or why it cannot be read. */
export interface DecodedInput {
  readonly text: string;
  readonly failure: InputFailure | null;
}

export interface InputFailure {
  readonly code: "STTP_INPUT_TOO_LARGE" | "STTP_INVALID_UTF8";
  readonly data: DiagnosticData;
}

/** Throws TypeError for what is neither text nor bytes. Bytes that are no UTF-8 have no text. */
export function decodeInput(input: ParseInput, maxInput: number): DecodedInput {
  if (typeof input === "string") return limited(input, maxInput);
  if (!(input instanceof Uint8Array)) throw misuse("STTP_ARGUMENT_TYPE", "input must be a string or a Uint8Array");
  const decoder = new Utf8Decoder();
  const text = decoder.write(input);
  decoder.end();
  if (decoder.invalidAt >= 0) {
    return { text: "", failure: { code: "STTP_INVALID_UTF8", data: { byteOffset: decoder.invalidAt } } };
  }
  return limited(text, maxInput);
}

// STTP-G-07: past the limit nothing is read, so no input can cost more than the limit allows.
function limited(text: string, maxInput: number): DecodedInput {
  if (text.length <= maxInput) return { text, failure: null };
  return { text, failure: { code: "STTP_INPUT_TOO_LARGE", data: { limit: maxInput } } };
}
