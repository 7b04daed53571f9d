/** The sections an output says it will have, and which of them it has (POS-CON-01). */
export interface DocumentMap {
  readonly done: readonly string[];
  readonly current: string | null;
  readonly missing: readonly string[];
}

const OUTLINE_TITLES = new Set([
  "contents",
  "table of contents",
  "outline",
  "inhalt",
  "gliederung",
  "sommaire",
  "plan",
  "índice",
  "目录",
]);

const NOTHING_PLANNED: DocumentMap = { done: [], current: null, missing: [] };

/** Reads an output's own outline: a contents list near its top, against the headings that follow. Linear. */
export function documentMap(text: string): DocumentMap {
  // An outline and what follows it are several lines.
  if (!text.includes("\n") && !text.trimStart().startsWith("#")) return NOTHING_PLANNED;
  const planned: string[] = [];
  const headings: string[] = [];
  let inOutline = false;
  let inFence = false;
  for (const line of text.split("\n")) {
    const trimmed = line.trim();
    if (trimmed.startsWith("```")) inFence = !inFence;
    if (inFence || trimmed === "") continue;
    const heading = headingText(trimmed);
    if (heading !== null || isOutlineTitle(trimmed)) {
      inOutline = planned.length === 0 && isOutlineTitle(heading ?? trimmed);
      if (!inOutline && heading !== null) headings.push(heading);
      continue;
    }
    const item = inOutline ? listItem(trimmed) : null;
    if (item !== null) planned.push(item);
    else inOutline = false;
  }
  const written = new Set(headings.map(fold));
  const missing = planned.filter((title) => !written.has(fold(title)));
  const plannedFolded = new Set(planned.map(fold));
  const done = headings.filter((title) => plannedFolded.size === 0 || plannedFolded.has(fold(title)));
  return { done, current: headings.at(-1) ?? null, missing };
}

/** The map as a frame shows it. */
export function renderDocumentMap(map: DocumentMap): string {
  const lines = [];
  if (map.done.length > 0) lines.push(`Written: ${map.done.join(" | ")}`);
  if (map.current !== null) lines.push(`Current: ${map.current}`);
  if (map.missing.length > 0) lines.push(`Missing: ${map.missing.join(" | ")}`);
  return lines.join("\n");
}

function headingText(line: string): string | null {
  let level = 0;
  while (line[level] === "#") level++;
  return level > 0 && level <= 6 && line[level] === " " ? line.slice(level).trim() : null;
}

function isOutlineTitle(line: string): boolean {
  const bare = line.replaceAll("*", "").replaceAll("#", "").trim();
  return OUTLINE_TITLES.has((bare.endsWith(":") ? bare.slice(0, -1) : bare).toLowerCase());
}

function listItem(line: string): string | null {
  const match = /^(?:[-*•]|\d{1,3}[.)])\s+(.+)$/u.exec(line.slice(0, 300));
  return match?.[1]?.replaceAll("*", "").trim() ?? null;
}

/** Titles are equal whatever their number, case and closing mark. */
function fold(title: string): string {
  return title
    .toLowerCase()
    .replace(/^\d{1,3}[.)]\s+/u, "")
    .replace(/[.:]$/u, "")
    .trim();
}
