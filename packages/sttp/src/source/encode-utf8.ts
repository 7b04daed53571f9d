/** The UTF-8 bytes of a text without unpaired surrogates. */
export function encodeUtf8(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 3);
  let count = 0;
  for (let index = 0; index < text.length; index++) {
    const point = text.codePointAt(index)!;
    if (point < 0x80) bytes[count++] = point;
    else if (point < 0x800) {
      bytes[count++] = 0xc0 | (point >> 6);
      bytes[count++] = 0x80 | (point & 0x3f);
    } else if (point < 0x10000) {
      bytes[count++] = 0xe0 | (point >> 12);
      bytes[count++] = 0x80 | ((point >> 6) & 0x3f);
      bytes[count++] = 0x80 | (point & 0x3f);
    } else {
      index++;
      bytes[count++] = 0xf0 | (point >> 18);
      bytes[count++] = 0x80 | ((point >> 12) & 0x3f);
      bytes[count++] = 0x80 | ((point >> 6) & 0x3f);
      bytes[count++] = 0x80 | (point & 0x3f);
    }
  }
  return bytes.subarray(0, count);
}
