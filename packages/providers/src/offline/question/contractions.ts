/** Short forms of English and what they are short for. */
const SHORT: readonly (readonly [RegExp, string])[] = [
  [/\b(what|who|where|when|how|why|which|that|there|here|it|he|she)['’]s\b/giu, "$1 is"],
  [/\b(what|who|where|when|how|why)['’]re\b/giu, "$1 are"],
  [/\bi['’]m\b/giu, "I am"],
  [/\b(you|we|they)['’]re\b/giu, "$1 are"],
  [/\b(i|you|we|they)['’]ve\b/giu, "$1 have"],
  [/\b(i|you|we|they|he|she|it|who|what|there)['’]d\b/giu, "$1 would"],
  [/\b(i|you|we|they|he|she|it|who|what|there|that)['’]ll\b/giu, "$1 will"],
  [/\b(can|won|shan)['’]t\b/giu, "cannot"],
  [/\b(do|does|did|is|are|was|were|has|have|had|could|would|should|must|need)n['’]t\b/giu, "$1 not"],
];

/** A text with the long form in place of each short one. */
export function withoutContractions(text: string): string {
  if (!/['’]/.test(text)) return text;
  return SHORT.reduce((plain, [pattern, long]) => plain.replace(pattern, long), text);
}
