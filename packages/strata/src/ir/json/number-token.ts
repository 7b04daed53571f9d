/** A JSON number whose text is not that of a plain safe integer: kept as written, so that nothing is rounded. */
export class NumberToken {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** The double nearest to the token; infinite when it is out of range. */
  toNumber(): number {
    return Number(this.text);
  }
}

/** Reads a number token: a number when it is a plain safe integer (`-0` is 0), else the token (STRATA-LOAD-05). */
export function readNumber(text: string): number | NumberToken {
  for (let index = text.charCodeAt(0) === 45 ? 1 : 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 48 || code > 57) return new NumberToken(text);
  }
  const value = Number(text);
  // STRATA-ENC-08: what a double cannot hold exactly is refused later, never rounded here.
  if (!Number.isSafeInteger(value)) return new NumberToken(text);
  return value === 0 ? 0 : value;
}
