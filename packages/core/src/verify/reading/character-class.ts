/** What a UTF-16 unit is to the reader of words. */
export const BREAK = 0;
export const LETTER = 1;
export const DECIMAL = 2;
/** Han and Kana: written without spaces, read by pairs. */
export const WIDE = 3;

const TABLE_SIZE = 0x300;
let table: Uint8Array | undefined;

/** The class of one UTF-16 unit. Surrogates count as letters except those of emoji and of the Han extensions. */
export function characterClass(code: number): number {
  if (code < TABLE_SIZE) {
    table ??= latinTable();
    return table[code] as number;
  }
  if (code < 0x2000) return classBelowPunctuation(code);
  if (code < 0x2e80)
    return code >= 0x2080 && code <= 0x2089 ? LETTER : code === 0x200d || code === 0x200c ? LETTER : BREAK;
  if (code < 0x3000) return WIDE;
  if (code < 0x3041) return code >= 0x3005 && code <= 0x3007 ? WIDE : BREAK;
  if (code < 0x3400) return code === 0x30fb ? BREAK : code < 0x3130 || code >= 0x31a0 ? WIDE : LETTER;
  if (code < 0xa000) return WIDE;
  if (code < 0xd800) return LETTER;
  if (code < 0xe000) return surrogateClass(code);
  if (code < 0xf900) return BREAK;
  if (code < 0xfb00) return WIDE;
  if (code < 0xfe00) return LETTER;
  if (code < 0xfe70) return BREAK;
  if (code < 0xff00) return LETTER;
  return fullWidthClass(code);
}

/** The decimal value of a unit of class `DECIMAL`. */
export function decimalValue(code: number): number {
  if (code < 0x3a) return code - 0x30;
  if (code >= 0xff10) return code - 0xff10;
  if (code >= 0x966) return code - 0x966;
  return code >= 0x6f0 ? code - 0x6f0 : code - 0x660;
}

function latinTable(): Uint8Array {
  const classes = new Uint8Array(TABLE_SIZE);
  for (let code = 0x30; code <= 0x39; code += 1) classes[code] = DECIMAL;
  for (let code = 0x41; code <= 0x5a; code += 1) {
    classes[code] = LETTER;
    classes[code + 0x20] = LETTER;
  }
  for (const code of [0xaa, 0xb5, 0xba]) classes[code] = LETTER;
  for (let code = 0xc0; code < TABLE_SIZE; code += 1) if (code !== 0xd7 && code !== 0xf7) classes[code] = LETTER;
  return classes;
}

const PUNCTUATION_BELOW_2000: ReadonlySet<number> = new Set([
  0x37e, 0x387, 0x55a, 0x55b, 0x55c, 0x55d, 0x55e, 0x55f, 0x589, 0x5be, 0x5c0, 0x5c3, 0x5f3, 0x5f4, 0x60c, 0x61b, 0x61f,
  0x66a, 0x66b, 0x66c, 0x66d, 0x6d4, 0x964, 0x965, 0xe2f, 0xe5a, 0xe5b, 0x104a, 0x104b, 0x10fb, 0x17d4, 0x17d5, 0x1680,
]);

function classBelowPunctuation(code: number): number {
  if (code >= 0x660 && code <= 0x669) return DECIMAL;
  if (code >= 0x6f0 && code <= 0x6f9) return DECIMAL;
  if (code >= 0x966 && code <= 0x96f) return DECIMAL;
  return PUNCTUATION_BELOW_2000.has(code) ? BREAK : LETTER;
}

function surrogateClass(code: number): number {
  if (code >= 0xd840 && code <= 0xd88d) return WIDE;
  if (code >= 0xd83c && code <= 0xd83e) return BREAK;
  // A low surrogate continues whatever its high one began.
  return code >= 0xdc00 ? BREAK : LETTER;
}

function fullWidthClass(code: number): number {
  if (code >= 0xff10 && code <= 0xff19) return DECIMAL;
  if ((code >= 0xff21 && code <= 0xff3a) || (code >= 0xff41 && code <= 0xff5a)) return LETTER;
  return code >= 0xff66 && code <= 0xff9d ? WIDE : BREAK;
}
