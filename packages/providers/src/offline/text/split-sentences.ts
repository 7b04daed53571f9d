/** Ends of abbreviations after which a sentence goes on. */
const ABBREVIATIONS = new Set(
  "e.g i.e etc cf vs no nr dr mr mrs ms prof st approx ca bzw z.b d.h usw inkl max min tel fig art abs vol p pp sr sra m mme".split(
    " ",
  ),
);

/** The sentences of one paragraph, each as it stands, runs of white space as one blank. Linear. */
export function splitSentences(paragraph: string): string[] {
  const text = paragraph.replace(/\s+/g, " ").trim();
  const sentences: string[] = [];
  let start = 0;
  for (const match of text.matchAll(/[.!?…。！？]+["'”’»)\]]*(?= |$)|[。！？]/gu)) {
    const end = match.index + match[0].length;
    if (match[0].startsWith(".") && goesOn(text, match.index, end)) continue;
    sentences.push(text.slice(start, end).trim());
    start = end;
  }
  if (start < text.length) sentences.push(text.slice(start).trim());
  return sentences.filter((sentence) => sentence !== "");
}

function goesOn(text: string, dot: number, end: number): boolean {
  const from = text.lastIndexOf(" ", dot - 1) + 1;
  const word = text
    .slice(Math.max(from, dot - 12), dot)
    .toLowerCase()
    .replace(/^[("'„“«]+/, "");
  // An initial ("J. Smith") or a known abbreviation, or a small letter that follows.
  if (ABBREVIATIONS.has(word) || /^\p{L}$/u.test(word)) return true;
  const next = text[end + 1];
  if (/^\d{1,2}$/.test(word) && next !== undefined && /\p{Ll}/u.test(next)) return true;
  return next !== undefined && /\p{Ll}/u.test(next);
}
