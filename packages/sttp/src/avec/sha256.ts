/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const constants = /* @__PURE__ */ roundConstants();

function roundConstants(): Uint32Array {
  const table = new Uint32Array(64);
  let count = 0;
  for (let candidate = 2; count < 64; candidate++) {
    if (isPrime(candidate)) table[count++] = fractionBits(candidate, 3);
  }
  return table;
}

function isPrime(candidate: number): boolean {
  for (let factor = 2; factor * factor <= candidate; factor++) if (candidate % factor === 0) return false;
  return true;
}

/** The first 32 fraction bits of the square or cube root of a small integer, in exact arithmetic. */
function fractionBits(radicand: number, degree: 2 | 3): number {
  const scaled = BigInt(radicand) << BigInt(32 * degree);
  let low = 0n;
  let high = 1n << 40n;
  while (low < high) {
    const middle = (low + high + 1n) >> 1n;
    if (middle ** BigInt(degree) <= scaled) low = middle;
    else high = middle - 1n;
  }
  return Number(low & 0xffffffffn);
}

/** The SHA-256 digest (FIPS 180-4) of bytes, as 64 lower-case hexadecimal digits. */
export function sha256Hex(bytes: Uint8Array): string {
  const padded = pad(bytes);
  const state = new Uint32Array([2, 3, 5, 7, 11, 13, 17, 19].map((prime) => fractionBits(prime, 2)));
  const schedule = new Uint32Array(64);
  const view = new DataView(padded.buffer);
  for (let start = 0; start < padded.length; start += 64) compress(state, schedule, view, start);
  return Array.from(state, (word) => word.toString(16).padStart(8, "0")).join("");
}

function pad(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x20000000));
  view.setUint32(padded.length - 4, (bytes.length << 3) >>> 0);
  return padded;
}

function compress(state: Uint32Array, schedule: Uint32Array, view: DataView, start: number): void {
  for (let index = 0; index < 16; index++) schedule[index] = view.getUint32(start + index * 4);
  for (let index = 16; index < 64; index++) {
    const before15 = schedule[index - 15]!;
    const before2 = schedule[index - 2]!;
    const small0 = rotate(before15, 7) ^ rotate(before15, 18) ^ (before15 >>> 3);
    const small1 = rotate(before2, 17) ^ rotate(before2, 19) ^ (before2 >>> 10);
    schedule[index] = schedule[index - 16]! + small0 + schedule[index - 7]! + small1;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let index = 0; index < 64; index++) {
    const large1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const choice = (e & f) ^ (~e & g);
    const first = (h + large1 + choice + constants[index]! + schedule[index]!) | 0;
    const large0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + large0 + majority) | 0;
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = state[index]! + word;
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}
