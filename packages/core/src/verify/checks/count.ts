import type { RequestedCount } from "../asked/requested-count.js";
import type { Evidence } from "../evidence.js";
import { countStructuredItems } from "../form/count-items.js";
import { failed, type OutputCheck, passed, SERIOUS, undecided } from "../output-check.js";
import { readPlainItems } from "../reading/read-items.js";

/** Operations that may be asked for so many things. */
const COUNTING: ReadonlySet<string> = new Set(["RETRIEVE", "GENERATE", "ANALYSE", "SYNTHESISE", "PLAN"]);

/** The output has as many things as were asked for. */
export const countCheck: OutputCheck = {
  id: "count",
  weight: SERIOUS,
  states(asked) {
    if (!COUNTING.has(asked.operation) || asked.count === null) return null;
    return `${numberText(asked.count)} items`;
  },
  examine(evidence) {
    const { count } = evidence.asked;
    if (count === null || !COUNTING.has(evidence.asked.operation)) return null;
    const found = countedItems(evidence);
    if (found === null) return undecided("The output is not laid out as items that can be counted.");
    const { items, sure } = found;
    if (items >= count.min && items <= count.max) return passed(`The output has ${items} items.`);
    // POS-VER-01: a list within a sentence may be punctuated otherwise than it seems.
    if (!sure) return undecided(`The output seems to name ${items} things; ${numberText(count)} were asked for.`);
    return failed(`Give ${numberText(count)} items: the output has ${items}.`);
  },
};

function numberText({ min, max }: RequestedCount): string {
  if (min === max) return String(min);
  return max === Number.POSITIVE_INFINITY ? `at least ${min}` : min <= 1 ? `at most ${max}` : `${min} to ${max}`;
}

function countedItems({ output, asked }: Evidence): { items: number; sure: boolean } | null {
  const structured = countStructuredItems(asked.form.kind, output.text);
  if (structured !== null) return { items: structured, sure: true };
  if (output.items.length >= 2) return { items: output.items.length, sure: true };
  const rows = output.lines.filter(({ kind }) => kind === "row").length;
  if (rows >= 3) return { items: rows - 2, sure: true };
  const headings = output.lines.filter(({ kind }) => kind === "heading").length;
  if (headings >= 2) return { items: headings, sure: false };
  const plain = readPlainItems(output.text, output.lines);
  if (plain.length >= 2) return { items: plain.length, sure: plain.every(({ start, end }) => end - start <= 60) };
  if (output.sentences.length !== 1) return null;
  const members = output.text
    .split(/,\s|;\s|、|\s(?:and|or|und|oder|et|ou|y|e|и)\s/u)
    .filter((part) => part.trim() !== "");
  return members.length >= 2 ? { items: members.length, sure: false } : null;
}
