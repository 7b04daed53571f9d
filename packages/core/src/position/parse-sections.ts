import { SECTION_NAMES, type SectionName } from "../contract/prompt-section.js";
import { fenceDigest, sectionHeading, unescapeReserved } from "./fence.js";

/** A section read back from a prompt: its text without heading, fence lines and escapes. */
export interface ParsedSection {
  readonly name: SectionName;
  readonly text: string;
}

const NAMES_BY_HEADING: ReadonlyMap<string, SectionName> = new Map(
  SECTION_NAMES.map((name) => [sectionHeading(name), name]),
);

/**
 * Finds the sections of a prompt that frames made. Whatever stood in a tool result, a fact or the request, the same
 * sections are found (POS-FRM-05). Text before the first heading belongs to none. Linear; never throws.
 */
export function parseSections(prompt: string): ParsedSection[] {
  const lines = prompt.split("\n");
  const closings = closingLines(lines);
  const sections: { name: SectionName; lines: string[] }[] = [];
  let current: string[] | null = null;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as string;
    const name = NAMES_BY_HEADING.get(line);
    if (name !== undefined) {
      current = [];
      sections.push({ name, lines: current });
      continue;
    }
    if (current === null) continue;
    const digest = fenceDigest(line, "open");
    const close = digest === null ? undefined : nextAfter(closings.get(digest), at);
    if (close === undefined) {
      current.push(line);
      continue;
    }
    // POS-FRM-05: between fence lines nothing is a heading.
    for (at += 1; at < close; at += 1) current.push(lines[at] as string);
  }
  return sections.map(({ name, lines: body }, index) => {
    // One blank line stands between two sections and belongs to neither.
    if (index < sections.length - 1 && body[body.length - 1] === "") body.pop();
    return { name, text: unescapeReserved(body.join("\n")) };
  });
}

interface Closings {
  readonly at: number[];
  next: number;
}

function closingLines(lines: readonly string[]): Map<string, Closings> {
  const closings = new Map<string, Closings>();
  for (const [at, line] of lines.entries()) {
    const digest = fenceDigest(line, "close");
    if (digest === null) continue;
    const known = closings.get(digest);
    if (known === undefined) closings.set(digest, { at: [at], next: 0 });
    else known.at.push(at);
  }
  return closings;
}

function nextAfter(closings: Closings | undefined, line: number): number | undefined {
  if (closings === undefined) return undefined;
  while (closings.next < closings.at.length && (closings.at[closings.next] as number) <= line) closings.next += 1;
  return closings.at[closings.next];
}
