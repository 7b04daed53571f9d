/** Code units with a meaning of their own in the grammar. */
export const character = {
  tab: 0x09,
  lineFeed: 0x0a,
  carriageReturn: 0x0d,
  space: 0x20,
  quote: 0x22,
  apostrophe: 0x27,
  openParenthesis: 0x28,
  closeParenthesis: 0x29,
  asterisk: 0x2a,
  plus: 0x2b,
  comma: 0x2c,
  minus: 0x2d,
  dot: 0x2e,
  slash: 0x2f,
  colon: 0x3a,
  openBracket: 0x5b,
  backslash: 0x5c,
  closeBracket: 0x5d,
  openBrace: 0x7b,
  pipe: 0x7c,
  closeBrace: 0x7d,
  byteOrderMark: 0xfeff,
} as const;

const IDENTIFIER_START = 1;
const IDENTIFIER_PART = 2;
const DIGIT = 4;
const SPACE = 8;

const classes = /* @__PURE__ */ buildClasses();

function buildClasses(): Uint8Array {
  const table = new Uint8Array(128);
  for (let code = 0x41; code <= 0x5a; code++) table[code] = IDENTIFIER_START | IDENTIFIER_PART;
  for (let code = 0x61; code <= 0x7a; code++) table[code] = IDENTIFIER_START | IDENTIFIER_PART;
  table[0x5f] = IDENTIFIER_START | IDENTIFIER_PART;
  for (let code = 0x30; code <= 0x39; code++) table[code] = DIGIT | IDENTIFIER_PART;
  for (const code of [0x20, 0x09, 0x0a, 0x0d]) table[code] = SPACE;
  return table;
}

/** An ASCII letter or `_`. */
export function isIdentifierStart(code: number): boolean {
  return code < 128 && (classes[code]! & IDENTIFIER_START) !== 0;
}

/** An ASCII letter, digit or `_`. */
export function isIdentifierPart(code: number): boolean {
  return code < 128 && (classes[code]! & IDENTIFIER_PART) !== 0;
}

/** An ASCII digit. */
export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** The whitespace of the strict grammar: space, tab, line feed, carriage return. */
export function isStrictSpace(code: number): boolean {
  return code < 128 && (classes[code]! & SPACE) !== 0;
}

/** Space or tab. */
export function isHorizontalSpace(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

/** Whitespace that people and models write but the strict grammar does not know: the rest of Unicode White_Space and the invisible joiners. */
function isUnusualSpace(code: number): boolean {
  if (code < 0x80) return code === 0x0b || code === 0x0c;
  return (
    code === 0x85 ||
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200d) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x2060 ||
    code === 0x3000 ||
    code === 0xfeff
  );
}

/** Any whitespace of the tolerant grammar. */
export function isSpace(code: number): boolean {
  return isStrictSpace(code) || isUnusualSpace(code);
}

/** Whether the whole text is an Identifier of the strict grammar. */
export function isIdentifier(text: string): boolean {
  if (!isIdentifierStart(text.charCodeAt(0))) return false;
  for (let index = 1; index < text.length; index++) if (!isIdentifierPart(text.charCodeAt(index))) return false;
  return true;
}

/** Whether a UTF-16 text holds a surrogate without its partner. */
export function hasUnpairedSurrogate(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if ((code & 0xf800) !== 0xd800) continue;
    if (code > 0xdbff || (text.charCodeAt(index + 1) & 0xfc00) !== 0xdc00) return true;
    index++;
  }
  return false;
}
