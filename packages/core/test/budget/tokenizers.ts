import fc from "fast-check";
import { utf8Length } from "../../src/contract/estimate-tokens.js";

/** Counters that do not add up: they round, merge, repeat or grow, as tokenizers and their imitations do. */
export const tokenizers: Readonly<Record<string, (text: string) => number>> = {
  "four characters, rounded down": (text) => Math.max(1, Math.floor(text.length / 4)),
  "three characters, rounded up": (text) => Math.ceil(text.length / 3),
  "words and a third": (text) => Math.ceil((text.match(/\S+/g)?.length ?? 0) * 1.33),
  bytes: utf8Length,
  "seven more than characters": (text) => text.length + 7,
  "merges pairs": mergePairs,
  "distinct characters": (text) => new Set(text).size,
  "faster than its text": (text) => Math.ceil(text.length ** 1.15),
  "lines only": (text) => text.split("\n").length,
};

/** A small byte-pair encoding: neighbouring units that sum to an even number merge, so tokens cross any cut. */
function mergePairs(text: string): number {
  let tokens = 0;
  for (let at = 0; at < text.length; tokens += 1) {
    at += (text.charCodeAt(at) + text.charCodeAt(at + 1)) % 2 === 0 ? 2 : 1;
  }
  return tokens;
}

export const anyTokenizer = fc.constantFrom(...Object.keys(tokenizers)).map((name) => ({
  name,
  count: tokenizers[name] as (text: string) => number,
}));

/** Text in many scripts, with line breaks of both kinds, emoji sequences, combining marks and flags. */
export const anyText = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.string({ minLength: 0, maxLength: 30 }) },
      { weight: 2, arbitrary: fc.string({ unit: "grapheme", maxLength: 12 }) },
      {
        weight: 3,
        arbitrary: fc.constantFrom(
          "e\u0301e\u0301e\u0301",
          "👩‍👩‍👧‍👦",
          "🇩🇪🇫🇷🇪🇸",
          "각하",
          "中文句子",
          "नमस्ते",
          "\r\n",
          "👍🏽",
          "a\u200d",
        ),
      },
      { weight: 3, arbitrary: fc.constantFrom("\n", "\r\n", "\n\n") },
    ),
    { maxLength: 24 },
  )
  .map((parts) => parts.join(""));
