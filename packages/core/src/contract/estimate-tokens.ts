/** Length of `text` in UTF-8 bytes; a lone surrogate counts as the three bytes of U+FFFD it is sent as. */
export function utf8Length(text: string): number {
  return Buffer.byteLength(text, "utf8");
}

/** ⌈UTF-8 bytes ÷ 4⌉: the number of tokens written wherever it must be a pure function of the text (POS-BUD-16). */
export function estimateTokens(text: string): number {
  // POS-FRM-08: bytes, not characters, so that scripts of three bytes a character are not reported at a third.
  return tokensOfBytes(utf8Length(text));
}

/** `estimateTokens` of a text whose UTF-8 bytes are known. */
export function tokensOfBytes(bytes: number): number {
  return Math.ceil(bytes / 4);
}
