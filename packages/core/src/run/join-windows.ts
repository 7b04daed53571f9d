/** Longest overlap between the end of one window and the start of the next that is looked for, in characters. */
const MAX_OVERLAP = 400;

/**
 * Joins a continuation to what was written (POS-CON-04): an overlap of both is kept once, a heading that both have is
 * kept once, and a fence that is open stays open.
 */
export function joinWindows(before: string, after: string): string {
  let next = after;
  if (hasOpenFence(before)) next = dropReopenedFence(next);
  next = next.slice(overlapLength(before, next));
  next = dropRepeatedHeading(before, next);
  return before + next;
}

/** Share of the 4-grams of words of `window` that stand in `earlier` too; 0 when it has none (POS-CON-03). */
export function repetitionShare(earlier: string, window: string): number {
  const known = fourGrams(earlier);
  const grams = fourGrams(window);
  if (grams.size === 0) return 0;
  let repeated = 0;
  for (const gram of grams) if (known.has(gram)) repeated++;
  return repeated / grams.size;
}

/** True when a code fence is opened and not closed. */
export function hasOpenFence(text: string): boolean {
  let open = false;
  for (const line of text.split("\n")) if (line.trimStart().startsWith("```")) open = !open;
  return open;
}

/** Longest suffix of `before` that is a prefix of `after`, by the prefix function: linear. */
function overlapLength(before: string, after: string): number {
  const head = after.slice(0, MAX_OVERLAP);
  const tail = before.slice(-MAX_OVERLAP);
  const text = `${head}\u0000${tail}`;
  const prefix = new Uint16Array(text.length);
  for (let index = 1; index < text.length; index++) {
    let length = prefix[index - 1] as number;
    while (length > 0 && text.charCodeAt(index) !== text.charCodeAt(length)) length = prefix[length - 1] as number;
    prefix[index] = text.charCodeAt(index) === text.charCodeAt(length) ? length + 1 : length;
  }
  return prefix[text.length - 1] as number;
}

function dropReopenedFence(next: string): string {
  const lineEnd = next.indexOf("\n");
  const first = (lineEnd < 0 ? next : next.slice(0, lineEnd)).trim();
  // Only an opening fence with an info string or followed by code: a bare fence may be the closing one.
  return first.startsWith("```") && first.length > 3 && lineEnd >= 0 ? next.slice(lineEnd + 1) : next;
}

function dropRepeatedHeading(before: string, next: string): string {
  const trimmedStart = next.length - next.trimStart().length;
  const lineEnd = next.indexOf("\n", trimmedStart);
  const line = (lineEnd < 0 ? next.slice(trimmedStart) : next.slice(trimmedStart, lineEnd)).trim();
  if (!line.startsWith("#")) return next;
  const headings = before.split("\n").filter((candidate) => candidate.startsWith("#"));
  if (headings.at(-1)?.trim() !== line) return next;
  return lineEnd < 0 ? "" : next.slice(lineEnd + 1);
}

function fourGrams(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const grams = new Set<string>();
  for (let index = 0; index + 4 <= words.length; index++) grams.add(words.slice(index, index + 4).join(" "));
  return grams;
}
