import type { RequestedForm } from "../../contract/frame.js";
import type { Evidence } from "../evidence.js";
import { failed, type OutputCheck, passed, SERIOUS, undecided } from "../output-check.js";

type Length = NonNullable<RequestedForm["length"]>;

/** How far counts of words and characters differ between honest ways of counting. */
const COUNTING_PLAY = 0.03;

/** The answer has the length that was asked for. Numbers of items are the count check's. */
export const lengthCheck: OutputCheck = {
  id: "length",
  weight: SERIOUS,
  states({ form: { length }, deliverable }) {
    return deliverable && length !== undefined && length.unit !== "items" ? lengthText(length) : null;
  },
  examine({ asked, output }) {
    const { length } = asked.form;
    if (!asked.deliverable || length === undefined || length.unit === "items") return null;
    const counts = countUnits(output, length.unit);
    const min = length.min ?? 0;
    const max = length.max ?? Number.POSITIVE_INFINITY;
    if (counts.some((count) => count >= min && count <= max))
      return passed(`The output has ${counts[0]} ${length.unit}.`);
    // POS-VER-01: a word more or less is a matter of counting.
    const play = length.unit === "words" || length.unit === "characters" ? COUNTING_PLAY : 0;
    if (counts.some((count) => count >= min * (1 - play) && count <= max * (1 + play))) {
      return undecided(`The output has ${counts[0]} ${length.unit}, about ${lengthText(length)}.`);
    }
    return failed(`Keep to ${lengthText(length)}: the output has ${counts[0]}.`);
  },
};

function lengthText({ unit, min, max }: Length): string {
  if (min !== undefined && min === max) return `${min} ${unit}`;
  if (min !== undefined && max !== undefined) return `${min}-${max} ${unit}`;
  return max === undefined ? `at least ${min ?? 1} ${unit}` : `at most ${max} ${unit}`;
}

/** The number of units, by every honest way of counting; the plainest first. */
function countUnits(output: Evidence["output"], unit: Length["unit"]): number[] {
  const { text, lines, sentences, scanned } = output;
  switch (unit) {
    case "words":
      return [scanned.wordCount];
    case "sentences":
      return [sentences.length, sentences.filter(({ first, last }) => last - first > 1).length];
    case "characters":
      return [[...text.trim()].length, scanned.wordCount];
    case "paragraphs":
      return paragraphCounts(text);
    default: {
      // A title is no line of the poem.
      const first = lines[0];
      const titled =
        first !== undefined && (first.kind === "heading" || /^["*_«„“]/.test(text.slice(first.start, first.start + 1)));
      return titled ? [lines.length, lines.length - 1] : [lines.length];
    }
  }
}

function paragraphCounts(text: string): number[] {
  let count = 0;
  let headings = 0;
  let blank = true;
  let lines = 0;
  for (const line of text.split("\n")) {
    const trimmed = line.trim();
    if (trimmed !== "") lines += 1;
    if (trimmed !== "" && blank) {
      count += 1;
      if (trimmed.startsWith("#") || (trimmed.length < 60 && !/[.!?。！？:"”]$/.test(trimmed))) headings += 1;
    }
    blank = trimmed === "";
  }
  // Without a blank line every line is a paragraph.
  return count === 1 ? [count, lines] : [count, count - headings];
}
