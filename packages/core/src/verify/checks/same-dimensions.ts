import type { ComparedItem } from "../asked/compared-items.js";
import type { Evidence } from "../evidence.js";
import { readTable } from "../form/read-table.js";
import { type Finding, failed, type OutputCheck, passed, SERIOUS, undecided } from "../output-check.js";
import { wordKey } from "../reading/content-key.js";
import { scanText } from "../reading/scan-text.js";
import { isNamed } from "./items-named.js";

const SAME = passed("All items are set out on the same points.");
const OPEN = undecided("The layout does not show on which points each item is set out.");
/** Longest label before a colon, in UTF-16 units. */
const LONGEST_LABEL = 40;

/** All items are set out on the same dimensions (COMPARE): read off tables, point lists and per-item lists. */
export const sameDimensionsCheck: OutputCheck = {
  id: "same-dimensions",
  weight: SERIOUS,
  states: () => "all items on the same points",
  examine(evidence) {
    const { output, asked } = evidence;
    const table = readTable(output.text);
    if (table !== null) return examineTable(table.header, table.rows);
    if (asked.comparedItems.length === 0) return OPEN;
    return examineSections(evidence, asked.comparedItems) ?? examinePoints(evidence, asked.comparedItems) ?? OPEN;
  },
};

function examineTable(header: readonly string[], rows: readonly (readonly string[])[]): Finding {
  for (const row of rows) {
    const gap = header.findIndex((_, at) => at > 0 && (row[at] ?? "").trim() === "");
    if (gap >= 0) return failed(`Fill every cell: "${row[0] ?? ""}" has nothing under "${header[gap]}".`);
  }
  return SAME;
}

/** A heading or line per item with labelled lines under it: the labels must be the same for all. */
function examineSections({ output }: Evidence, items: readonly ComparedItem[]): Finding | null {
  const labels = new Map<ComparedItem, Set<string>>();
  let current: ComparedItem | null = null;
  let indent = 0;
  for (const line of output.lines) {
    const text = output.text.slice(line.body, line.end);
    const head = line.kind === "heading" || /[:：*]$/.test(text) || text.length <= LONGEST_LABEL;
    const named = head ? onlyItem(text, items) : null;
    const label = labelOf(text);
    if (named !== null && (label === null || line.kind === "heading" || label === text)) {
      current = named;
      indent = line.indent;
      if (!labels.has(named)) labels.set(named, new Set());
    } else if (current !== null && label !== null && (line.indent > indent || line.kind === "bullet")) {
      labels.get(current)?.add(label);
    }
  }
  if (labels.size < 2 || [...labels.values()].some((set) => set.size === 0)) return null;
  const all = new Set([...labels.values()].flatMap((set) => [...set]));
  for (const [item, own] of labels) {
    const missing = [...all].find((label) => !own.has(label));
    if (missing !== undefined) return failed(`Set out ${item.name} on the same points: "${missing}" is missing.`);
  }
  return SAME;
}

/** A list with one point per entry: every entry must speak of every item. */
function examinePoints({ output }: Evidence, items: readonly ComparedItem[]): Finding | null {
  const points = output.items;
  if (points.length < 2) return null;
  const named = points.map(({ body, end }) => {
    const keys = new Set(scanText(output.text.slice(body, end)).words.map(wordKey));
    return items.filter((item) => isNamed(item, keys));
  });
  const full = named.filter((found) => found.length === items.length).length;
  if (full === points.length) return SAME;
  // Most points speak of all items, so the layout is by point; one that does not is incomplete.
  if (full < points.length / 2 || full < 2) return null;
  const at = named.findIndex((found) => found.length > 0 && found.length < items.length);
  if (at < 0) return SAME;
  const point = points[at] as { start: number; end: number };
  const missing = items.filter((item) => !(named[at] as ComparedItem[]).includes(item)).map(({ name }) => name);
  return failed(`Set out all items on every point: one point leaves out ${missing.join(", ")}.`, [
    point.start,
    point.end,
  ]);
}

function onlyItem(text: string, items: readonly ComparedItem[]): ComparedItem | null {
  const keys = new Set(scanText(text).words.map(wordKey));
  const named = items.filter((item) => isNamed(item, keys));
  return named.length === 1 && keys.size <= 6 ? (named[0] as ComparedItem) : null;
}

function labelOf(text: string): string | null {
  const colon = text.search(/[:：]/);
  if (colon < 1 || colon > LONGEST_LABEL) return null;
  return text.slice(0, colon).replace(/[*_`]/g, "").trim().toLowerCase();
}
