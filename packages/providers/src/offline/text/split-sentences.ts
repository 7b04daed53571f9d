/** Ends of abbreviations after which a sentence goes on. */
const ABBREVIATIONS = new Set(
  "e.g i.e etc cf vs no nr dr mr mrs ms prof st approx ca bzw z.b d.h usw inkl max min tel fig art abs vol p pp sr sra m mme".split(
    " ",
  ),
);

/** More than any abbreviation has. */
const LONGEST_WORD = 12;

/** The sentences of one paragraph, each as it stands, runs of white space as one blank. Linear. */
export function splitSentences(paragraph: string): string[] {
  const text = paragraph.replace(/\s+/g, " ").trim();
  const sentences: string[] = [];
  let start = 0;
  for (const match of text.matchAll(/(?<![.!?…。！？])[.!?…。！？]+["'”’»)\]]*(?= |$)|[。！？]/gu)) {
    const end = match.index + match[0].length;
    if (match[0].startsWith(".") && goesOn(text, match.index, end)) continue;
    sentences.push(text.slice(start, end).trim());
    start = end;
  }
  if (start < text.length) sentences.push(text.slice(start).trim());
  return sentences.filter((sentence) => sentence !== "");
}

function goesOn(text: string, dot: number, end: number): boolean {
  if (isAbbreviated(text, dot)) return true;
  const word = wordBefore(text, dot);
  const next = text[end + 1];
  if (/^\d{1,2}$/.test(word) && next !== undefined && /\p{Ll}/u.test(next)) return true;
  return next !== undefined && /\p{Ll}/u.test(next);
}

/** Whether the dot at an offset ends a known abbreviation or an initial ("J. Smith"). */
export function isAbbreviated(text: string, dot: number): boolean {
  const word = wordBefore(text, dot);
  return ABBREVIATIONS.has(word) || /^\p{L}$/u.test(word);
}

/** The end of the word before an offset, in small letters. */
function wordBefore(text: string, at: number): string {
  const [word = ""] = /\S*$/u.exec(text.slice(Math.max(0, at - LONGEST_WORD), at)) ?? [];
  return word.toLowerCase().replace(/^[("'„“«]+/, "");
}
