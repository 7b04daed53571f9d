/** Decodes UTF-8 that arrives in pieces. A byte order mark stays a character; the first malformed byte ends the decoding. */
export class Utf8Decoder {
  /** Offset of the first byte that no well-formed text could hold there, or -1. */
  invalidAt = -1;
  #consumed = 0;
  #pending: number[] = [];

  /** The text of the complete sequences so far; bytes of an unfinished sequence wait for the next piece. */
  write(bytes: Uint8Array): string {
    if (this.invalidAt >= 0) return "";
    let input = bytes;
    if (this.#pending.length > 0) {
      input = new Uint8Array(this.#pending.length + bytes.length);
      input.set(this.#pending);
      input.set(bytes, this.#pending.length);
      this.#pending = [];
    }
    const units = new Uint16Array(input.length);
    let count = 0;
    let offset = 0;
    while (offset < input.length) {
      const first = input[offset]!;
      if (first < 0x80) {
        units[count++] = first;
        offset++;
        continue;
      }
      const size = sequenceLength(first);
      const present = Math.min(size, input.length - offset);
      if (size === 0 || !isWellFormed(input, offset, present)) {
        this.invalidAt = this.#consumed + offset;
        break;
      }
      if (present < size) {
        this.#pending = Array.from(input.subarray(offset));
        break;
      }
      const point = codePoint(input, offset, size);
      if (point < 0x10000) units[count++] = point;
      else {
        units[count++] = 0xd7c0 + (point >> 10);
        units[count++] = 0xdc00 + (point & 0x3ff);
      }
      offset += size;
    }
    this.#consumed += offset;
    return textOf(units, count);
  }

  /** Call at the end of the bytes: a sequence cut short is malformed. */
  end(): void {
    if (this.invalidAt < 0 && this.#pending.length > 0) this.invalidAt = this.#consumed;
  }
}

function sequenceLength(first: number): number {
  if (first >= 0xc2 && first <= 0xdf) return 2;
  if (first >= 0xe0 && first <= 0xef) return 3;
  if (first >= 0xf0 && first <= 0xf4) return 4;
  return 0;
}

/** Rejects overlong forms, surrogates and code points past U+10FFFF by the second byte, as Unicode table 3-7 does. */
function isWellFormed(bytes: Uint8Array, offset: number, present: number): boolean {
  const first = bytes[offset]!;
  for (let index = 1; index < present; index++) {
    const byte = bytes[offset + index]!;
    if (byte < 0x80 || byte > 0xbf) return false;
    if (index > 1) continue;
    if (first === 0xe0 && byte < 0xa0) return false;
    if (first === 0xed && byte > 0x9f) return false;
    if (first === 0xf0 && byte < 0x90) return false;
    if (first === 0xf4 && byte > 0x8f) return false;
  }
  return true;
}

function codePoint(bytes: Uint8Array, offset: number, size: number): number {
  let point = bytes[offset]! & (0x7f >> size);
  for (let index = 1; index < size; index++) point = (point << 6) | (bytes[offset + index]! & 0x3f);
  return point;
}

function textOf(units: Uint16Array, count: number): string {
  const parts: string[] = [];
  for (let start = 0; start < count; start += 8192) {
    parts.push(String.fromCharCode(...units.subarray(start, Math.min(start + 8192, count))));
  }
  return parts.join("");
}
